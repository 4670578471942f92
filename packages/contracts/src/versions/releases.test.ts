import { serve } from "@marketplace/server";
import express from "express";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Contract, type Implementation, query } from "../contract.ts";
import { remoteClient, routerOf, rpcEndpoint, ServiceUnavailable } from "../index.ts";
import { incompatibilities } from "./compatibility.ts";
import { shapeOf } from "./shape.ts";

const before = {
  item: query(z.object({ id: z.string() }), z.object({ id: z.string(), title: z.string() })),
} as const;
const now = {
  item: query(
    z.object({ id: z.string(), language: z.string().optional() }),
    z.object({ id: z.string(), title: z.string(), stock: z.int().default(0), video: z.string().optional() }),
  ),
  stock: query(z.object({ id: z.string() }), z.int()),
} as const;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listening) => listening.close()));
});

async function served<C extends Contract>(contract: C, implementation: Implementation<C>): Promise<string> {
  const app = express().use("/rpc", rpcEndpoint(routerOf(contract, implementation), "secret"));
  const listening = await serve(app, { host: "127.0.0.1", port: 0 });
  open.push(listening);
  return `http://127.0.0.1:${listening.port}`;
}
const clientOf = <C extends Contract>(contract: C, url: string) =>
  remoteClient(contract, { url, secret: "secret" });

describe("two releases during a rolling upgrade", () => {
  it("count as compatible", () => {
    expect(incompatibilities(shapeOf(before), now)).toEqual([]);
  });

  it("a caller of the previous release is answered by this release's service, without what it does not know", async () => {
    const item = async ({ id, language }: { id: string; language?: string | undefined }) => ({
      id,
      title: `title in ${language ?? "es"}`,
      stock: 7,
      video: "v",
    });
    const url = await served(now, { item, stock: async () => 7 });
    expect(await clientOf(before, url).item({ id: "MLA1" })).toEqual({ id: "MLA1", title: "title in es" });
  });

  it("a caller of this release is answered by the previous one's service, with defaults for what it does not send", async () => {
    const item = async (input: { id: string }) => ({ id: input.id, title: Object.keys(input).join() });
    const client = clientOf(now, await served(before, { item }));
    const answer = await client.item({ id: "MLA1", language: "pt" });
    expect(answer).toEqual({ id: "MLA1", title: "id", stock: 0 });
  });

  it("a caller of this release finds a call that the previous one's service does not know unavailable for now", async () => {
    const item = async ({ id }: { id: string }) => ({ id, title: "" });
    const client = clientOf(now, await served(before, { item }));
    await expect(client.stock({ id: "MLA1" })).rejects.toBeInstanceOf(ServiceUnavailable);
  });

  it("an answer that breaks the contract is refused and not handed on", async () => {
    const other = { item: query(before.item.input, z.object({ id: z.int() })) } as const;
    const client = clientOf(before, await served(other, { item: async () => ({ id: 1 }) }));
    await expect(client.item({ id: "MLA1" })).rejects.toThrow("item does not fit its contract");
  });
});
