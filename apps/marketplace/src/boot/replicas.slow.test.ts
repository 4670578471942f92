import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type Replicas, replicasAt } from "./replicas.ts";

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  closings.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The replica that the next request goes to. */
async function next(replicas: Replicas): Promise<string> {
  const taken = await replicas.connect();
  const url = `http://127.0.0.1:${taken?.socket.remotePort}`;
  taken?.socket.destroy();
  return url;
}

describe("a replica whose health check is not answered in time", () => {
  it("is still preferred to one that says it is not ready, until it misses the next check as well", async () => {
    const looks = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    let asked = 0;
    const late = await serving((_, res) => {
      const look = looks[asked++];
      res.once("close", () => look?.resolve());
    });
    const starting = await serving((_, res) => res.writeHead(503).end());
    const replicas = replicasAt([late, starting]);
    closings.push(replicas.close);

    await looks[0]?.promise;
    expect([await next(replicas), await next(replicas)]).toEqual([late, late]);
    await looks[2]?.promise;
    const taken = [await next(replicas), await next(replicas)];
    expect(taken.toSorted()).toEqual([late, starting].toSorted());
  });
});
