import { inRequestScope, isTemporary, isUnavailable, requestScope } from "@marketplace/conventions";
import { serve } from "@marketplace/server";
import express from "express";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { mutation, query } from "./contract.ts";
import { localClient, remoteClient, routerOf, rpcEndpoint, ServiceUnavailable } from "./index.ts";

const contract = {
  double: query(z.object({ value: z.int() }), z.int()),
  whoAsks: query(z.object({}), z.object({ requestId: z.string(), userId: z.int() })),
  count: query(z.object({ ids: z.array(z.string()).max(500) }), z.int()),
  readDatabase: query(z.object({}), z.int()),
  readSlowly: query(z.object({}), z.int()),
  store: mutation(z.object({ value: z.int() }), z.object({ stored: z.boolean() })),
} as const;

const caller = { userId: 7, applicationId: 1, siteId: "MLA", scopes: ["read"], roles: [] } as const;
const implementation = {
  double: async ({ value }: { value: number }) => value * 2,
  whoAsks: async () => ({
    requestId: requestScope()?.requestId ?? "",
    userId: requestScope()?.caller?.userId ?? 0,
  }),
  count: async ({ ids }: { ids: string[] }) => ids.length,
  readDatabase: async () => {
    throw Object.assign(new Error("connection refused"), { unavailable: true });
  },
  readSlowly: async () => {
    throw Object.assign(new Error("canceling statement due to statement timeout"), { tookTooLong: true });
  },
  store: async () => ({ stored: true }),
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listening) => listening.close()));
});

async function started(secret = "secret"): Promise<string> {
  const app = express();
  app.use("/rpc", rpcEndpoint(routerOf(contract, implementation), secret));
  const listening = await serve(app, { host: "127.0.0.1", port: 0 });
  open.push(listening);
  return `http://127.0.0.1:${listening.port}`;
}

describe("a contract", () => {
  it("answers the same in process and over HTTP", async () => {
    const remote = remoteClient(contract, { url: await started(), secret: "secret" });
    const local = localClient(contract, implementation);
    for (const client of [remote, local]) {
      expect(await client.double({ value: 21 })).toBe(42);
      expect(await client.store({ value: 1 })).toEqual({ stored: true });
    }
  });

  it("carries the request id and the caller to the other service", async () => {
    const remote = remoteClient(contract, { url: await started(), secret: "secret" });
    const answer = await inRequestScope({ requestId: "r-1", caller }, () => remote.whoAsks({}));
    expect(answer).toEqual({ requestId: "r-1", userId: 7 });
  });

  it("answers all calls of one tick, however many there are", async () => {
    const remote = remoteClient(contract, { url: await started(), secret: "secret" });
    const values = Array.from({ length: 101 }, (_, value) => value);
    const calls = values.map((value) =>
      inRequestScope({ requestId: `r-${value}`, caller }, () => remote.double({ value })),
    );
    expect(await Promise.all(calls)).toEqual(values.map((value) => value * 2));
  });

  it("answers the longest lists of ids, also when several are asked for in one tick", async () => {
    const remote = remoteClient(contract, { url: await started(), secret: "secret" });
    const list = (length: number) => Array.from({ length }, (_, i) => `MLA${1_400_000_000 + i}`);
    const lengths = [500, 100, 500, ...Array<number>(20).fill(60)];
    expect(await Promise.all(lengths.map((length) => remote.count({ ids: list(length) })))).toEqual(lengths);
  });

  it("refuses strangers and values outside of the contract", async () => {
    const url = await started();
    await expect(remoteClient(contract, { url, secret: "other" }).double({ value: 1 })).rejects.toMatchObject(
      {
        unavailable: true,
        cause: { message: "it refuses this INTERNAL_SECRET" },
      },
    );
    const local = localClient(contract, implementation);
    await expect(local.double({ value: 1.5 })).rejects.toThrow();
  });

  it("says that a service is unavailable when its own database is away", async () => {
    const remote = remoteClient(contract, { url: await started(), secret: "secret" });
    for (const client of [remote, localClient(contract, implementation)])
      await expect(client.readDatabase({})).rejects.toBeInstanceOf(ServiceUnavailable);
  });

  it("says that the same call may succeed later when its own database takes too long", async () => {
    const remote = remoteClient(contract, { url: await started(), secret: "secret" });
    await expect(remote.readSlowly({})).rejects.toBeInstanceOf(ServiceUnavailable);
    const local = await localClient(contract, implementation)
      .readSlowly({})
      .catch((error: unknown) => error);
    expect(isTemporary(local)).toBe(true);
    // Jobs would take it as an outage, and end their run.
    expect(isUnavailable(local)).toBe(false);
  });

  it("says that a service is unavailable when nobody answers", async () => {
    const url = await started();
    await open.pop()?.close();
    const remote = remoteClient(contract, { url, secret: "secret", timeoutMs: 500 });
    await expect(remote.double({ value: 1 })).rejects.toBeInstanceOf(ServiceUnavailable);
  });
});
