import { silentLogger, systemClock } from "@marketplace/server";
import { startApp } from "@marketplace/testkit";
import { beforeEach, expect, test } from "vitest";
import type { OpenProduct } from "./engine.ts";
import { createResidence, type Residence } from "./residence.ts";

let served = 0;
const product: OpenProduct = {
  app(_req, res) {
    served++;
    res.end("served");
  },
  due: [],
  isBusy: async () => false,
  close: async () => {},
};
let opens: () => Promise<OpenProduct>;
let residence: Residence;
let arrived: PromiseWithResolvers<void>;
let left: PromiseWithResolvers<void>;
beforeEach(() => {
  arrived = Promise.withResolvers();
  left = Promise.withResolvers();
  residence = createResidence({
    open: () => opens(),
    refuse: (_req, res) => void res.writeHead(404).end("ended"),
    unavailable: (_req, res) => void res.writeHead(503).end("unavailable"),
    // It stands still: nothing under way has had its time.
    systemClock: { ...systemClock, monotonicMs: () => 0 },
    log: silentLogger(),
  });
});
const http = startApp((req, res) => {
  res.once("close", left.resolve);
  residence.handle(req, res);
  arrived.resolve();
});
const answer = async () => (await http.get("/x")).text;

test("a world whose services cannot be opened is unavailable, until they can, and not at an end", async () => {
  opens = () => Promise.reject(new Error("too many connections"));
  expect(await answer()).toBe("unavailable");
  opens = async () => product;
  expect(await answer()).toBe("served");
  await residence.end();
  expect(await answer()).toBe("ended");
});

test("a client that leaves while a world opens is not served, and nothing waits for it", async () => {
  const opening = Promise.withResolvers<OpenProduct>();
  opens = () => opening.promise;
  const leaving = new AbortController();
  const request = fetch(`${http.baseUrl}/x`, { signal: leaving.signal }).catch(() => "gone");
  await arrived.promise;
  leaving.abort();
  expect(await request).toBe("gone");
  await left.promise;
  served = 0;
  opening.resolve(product);
  expect(await residence.exclusively(async () => "copied")).toBe("copied");
  expect(served).toBe(0);
});

test("work of the lab that waits for a world which ends meanwhile is world_ended", async () => {
  opens = async () => product;
  const ended = residence.end();
  await expect(residence.withDue(async () => {})).rejects.toMatchObject({ key: "world_ended", status: 404 });
  await ended;
});
