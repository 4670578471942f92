import { silentLogger, systemClock } from "@marketplace/server";
import { startApp } from "@marketplace/testkit";
import { expect, test } from "vitest";
import type { OpenProduct } from "./engine.ts";
import { createResidence } from "./residence.ts";

const product: OpenProduct = {
  app: (_req, res) => void res.end("served"),
  due: [],
  isBusy: async () => false,
  close: async () => {},
};
let opens: () => Promise<OpenProduct>;
const residence = createResidence({
  open: () => opens(),
  refuse: (_req, res) => void res.writeHead(404).end("ended"),
  unavailable: (_req, res) => void res.writeHead(503).end("unavailable"),
  systemClock,
  log: silentLogger(),
});
const http = startApp(residence.handle);
const answer = async () => (await http.get("/x")).text;

test("a world whose services cannot be opened is unavailable, until they can, and not at an end", async () => {
  opens = () => Promise.reject(new Error("too many connections"));
  expect(await answer()).toBe("unavailable");
  opens = async () => product;
  expect(await answer()).toBe("served");
  await residence.end();
  expect(await answer()).toBe("ended");
});
