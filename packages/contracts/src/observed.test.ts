import { exchangeOf, inRequestScope, requestScope } from "@marketplace/conventions";
import { serve, silentLogger } from "@marketplace/server";
import { startTelemetry } from "@marketplace/telemetry";
import express from "express";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { longPoll, query } from "./contract.ts";
import { localClient, remoteClient, routerOf, rpcEndpoint } from "./index.ts";

const contract = {
  whoAsks: query(z.object({}), z.object({ requestId: z.string(), userId: z.int() })),
  readDatabase: query(z.object({}), z.int()),
  fail: query(z.object({}), z.int()),
  news: longPoll(z.object({}), z.int()),
} as const;

const implementation = {
  whoAsks: async () => ({
    requestId: requestScope()?.requestId ?? "",
    userId: requestScope()?.caller?.userId ?? 0,
  }),
  readDatabase: async () => {
    throw Object.assign(new Error("connection refused"), { unavailable: true });
  },
  fail: async () => {
    throw new Error("a fault");
  },
  news: async () => 1,
};

const caller = { userId: 7, applicationId: 1, siteId: "MLA", scopes: ["read"], roles: [] } as const;
const told: { details: unknown; message: string }[] = [];
const log = silentLogger();
const note = (details: unknown, message?: string) => void told.push({ details, message: message ?? "" });
Object.assign(log, { error: note, warn: note });

const process = await startTelemetry("test", {});
const [asking, asked] = [process.of("asking"), process.of("asked")];
const requests: string[] = [];
/** What gets no line in the log, and what does. */
const [quiet, loud]: [string[], string[]] = [[], []];
const app = express()
  .use((req, res, next) => {
    requests.push(req.url);
    const batch = req.path.slice("/rpc/".length);
    res.once("close", () => void (exchangeOf(req, res).quiet ? quiet : loud).push(batch));
    next();
  })
  .use("/rpc", rpcEndpoint(routerOf(contract, implementation, asked), "secret", log));
const listening = await serve(app, { host: "127.0.0.1", port: 0 });
const url = `http://127.0.0.1:${listening.port}`;
const remote = remoteClient(contract, { url, secret: "secret", telemetry: asking });
afterAll(() => listening.close());

const countOf = async (series: string): Promise<number> => {
  const text = (await process.exposition?.())?.text;
  const found = text?.split("\n").find((line) => line.startsWith(`${series} `));
  return Number(found?.split(" ")[1] ?? 0);
};

describe("a call between services", () => {
  it("belongs to the request it was made for, also where calls of several travel together", async () => {
    requests.length = 0;
    const ask = (requestId: string, whose?: typeof caller) =>
      inRequestScope({ requestId, ...(whose && { caller: whose }) }, () => remote.whoAsks({}));
    const answers = await Promise.all([
      ask("r-1", caller),
      ask("r-2"),
      ask("r-1", caller),
      remote.whoAsks({}),
    ]);
    expect(requests).toHaveLength(1);
    expect(answers).toEqual([
      { requestId: "r-1", userId: 7 },
      { requestId: "r-2", userId: 0 },
      { requestId: "r-1", userId: 7 },
      { requestId: "", userId: 0 },
    ]);
  });

  it("that is a long poll gets no line in the log, as long as no other call travels with it", async () => {
    loud.length = 0;
    await remote.news({});
    await expect.poll(() => quiet).toEqual(["news"]);
    await Promise.all([remote.news({}), remote.whoAsks({})]);
    await expect.poll(() => loud).toHaveLength(1);
    expect(loud[0]?.split(",").sort()).toEqual(["news", "whoAsks"]);
  });

  it("counts on both sides, by procedure and outcome", async () => {
    await expect(remote.readDatabase({})).rejects.toThrow();
    await expect(remote.fail({})).rejects.toThrow();
    const series = (side: string, service: string, procedure: string, outcome: string) =>
      `rpc_${side}_duration_seconds_count{service="${service}",procedure="${procedure}",outcome="${outcome}"}`;
    for (const [side, service] of [
      ["client", "asking"],
      ["server", "asked"],
    ] as const) {
      expect(await countOf(series(side, service, "readDatabase", "unavailable"))).toBe(1);
      expect(await countOf(series(side, service, "fail", "error"))).toBe(1);
      expect(await countOf(series(side, service, "whoAsks", "ok"))).toBeGreaterThan(0);
    }
  });

  it("counts once within a process: for the service that is asked", async () => {
    const local = localClient(contract, implementation, process.of("mounted"));
    await expect(local.fail({})).rejects.toThrow("fail failed: a fault");
    const ofMounted = 'service="mounted",procedure="fail",outcome="error"';
    expect(await countOf(`rpc_server_duration_seconds_count{${ofMounted}}`)).toBe(1);
    expect(await countOf(`rpc_client_duration_seconds_count{${ofMounted}}`)).toBe(0);
  });

  it("that throws is logged by the service that is asked, under the request's id", async () => {
    told.length = 0;
    await expect(inRequestScope({ requestId: "r-9" }, () => remote.fail({}))).rejects.toThrow();
    expect(told).toEqual([
      {
        message: "a call failed",
        details: {
          err: expect.objectContaining({ message: "a fault" }),
          procedure: "fail",
          requestId: "r-9",
        },
      },
    ]);
  });
});
