import { serve } from "@marketplace/server";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { query } from "./contract.ts";
import { askEachReplica, routerOf, rpcEndpoint, ServiceUnavailable } from "./index.ts";

const contract = { name: query(z.object({}), z.string()) } as const;

async function replica(address: string, port = 0) {
  const app = express();
  app.use("/rpc", rpcEndpoint(routerOf(contract, { name: async () => address }), "secret"));
  const listening = await serve(app, { host: address, port });
  onTestFinished(() => listening.close());
  return listening.port;
}

it("every address behind a name is asked once, and one that does not answer is told apart", async () => {
  const port = await replica("127.0.0.2");
  await replica("127.0.0.3", port);
  const find = async (host: string) => {
    const addresses = host === "a-service" ? ["127.0.0.2", "127.0.0.3", "127.0.0.4"] : [host];
    return addresses.map((address) => ({ address, family: 4 }));
  };
  const options = { url: `http://a-service:${port}`, secret: "secret", spread: { find } };
  const answers = await askEachReplica(contract, options, ({ name }) => name({}));
  expect(answers).toEqual([
    { address: `127.0.0.2:${port}`, answer: { status: "fulfilled", value: "127.0.0.2" } },
    { address: `127.0.0.3:${port}`, answer: { status: "fulfilled", value: "127.0.0.3" } },
    { address: `127.0.0.4:${port}`, answer: { status: "rejected", reason: expect.any(ServiceUnavailable) } },
  ]);
});

it("a name that nobody knows counts as one replica that does not answer", async () => {
  const find = () => Promise.reject(new Error("ENOTFOUND"));
  const options = { url: "http://a-service:8092", secret: "secret", spread: { find } };
  const answers = await askEachReplica(contract, options, ({ name }) => name({}));
  expect(answers).toMatchObject([{ address: "a-service:8092", answer: { status: "rejected" } }]);
});
