import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type Listening, serve } from "@marketplace/server";
import { Pool } from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { RoundRobinDispatcher, type SpreadOptions } from "./round-robin-dispatcher.ts";

/** Replicas of a service: addresses of loopback with one port, as containers behind one name have it. */
class Replicas {
  port = 0;
  /** How many requests each address has answered. */
  readonly served = new Map<string, number>();
  readonly listening = new Map<string, Listening>();
  /** What the name resolves to. */
  known: string[] = [];

  async start(
    address: string,
    answer: RequestListener = (_req, res) => void res.end(address),
  ): Promise<void> {
    const app: RequestListener = (req, res) => {
      this.served.set(address, (this.served.get(address) ?? 0) + 1);
      answer(req, res);
    };
    const listening = await serve(app, { host: address, port: this.port });
    onTestFinished(() => listening.close({ graceMs: 0 }));
    this.port = listening.port;
    this.listening.set(address, listening);
  }

  client(options: SpreadOptions = {}): RoundRobinDispatcher {
    const find = async () => this.known.map((address) => ({ address, family: 4 }));
    const client = new RoundRobinDispatcher(`http://a-service:${this.port}`, {
      find,
      refreshMs: 20,
      ...options,
    });
    onTestFinished(() => client.destroy());
    return client;
  }
}

async function replicasAt(...addresses: string[]): Promise<Replicas> {
  const replicas = new Replicas();
  for (const address of addresses) await replicas.start(address);
  replicas.known = addresses;
  return replicas;
}

const origin = "http://a-service";
const ask = async (client: RoundRobinDispatcher, path = "/"): Promise<string> => {
  const { statusCode, body } = await client.request({ origin, path, method: "GET" });
  expect(statusCode).toBe(200);
  return body.text();
};
const post = (client: RoundRobinDispatcher, body: Readable | string) =>
  client.request({ origin, path: "/", method: "POST", body });

/** Asks with so many clients at once until told to stop; the number of answers. */
function load(client: RoundRobinDispatcher, clients: number): { asked: () => number; stop(): Promise<void> } {
  let [asked, going] = [0, true];
  const work = Array.from({ length: clients }, async (_, n) => {
    // Bound, should the test fail to end it.
    for (let turn = 0; going && turn < 50_000; turn++) {
      if (n % 2) await ask(client);
      else expect((await post(client, "a body").then(({ body }) => body.text())).length).toBeGreaterThan(0);
      asked += 1;
    }
  });
  // Failures are told by stop().
  const all = Promise.all(work);
  all.catch(() => {});
  return {
    asked: () => asked,
    async stop() {
      going = false;
      await all;
    },
  };
}

describe("requests to a service with several addresses", () => {
  it("are spread evenly", async () => {
    const replicas = await replicasAt("127.0.0.2", "127.0.0.3", "127.0.0.4");
    const client = replicas.client();
    await Promise.all(Array.from({ length: 60 }, () => ask(client)));
    for (let n = 0; n < 30; n++) await ask(client);
    expect([...replicas.served.values()]).toEqual([30, 30, 30]);
  });

  it("name the service, not the address", async () => {
    const replicas = new Replicas();
    await replicas.start("127.0.0.2", (req, res) => void res.end(req.headers.host));
    replicas.known = ["127.0.0.2"];
    expect(await ask(replicas.client())).toBe(`a-service:${replicas.port}`);
  });

  it("reach an address that is added under load, and rebalance", async () => {
    const replicas = await replicasAt("127.0.0.2");
    const client = replicas.client();
    const going = load(client, 8);
    await expect.poll(() => going.asked()).toBeGreaterThan(100);
    await replicas.start("127.0.0.3");
    replicas.known = ["127.0.0.2", "127.0.0.3"];
    await expect.poll(() => replicas.served.get("127.0.0.3") ?? 0).toBeGreaterThan(0);
    replicas.served.clear();
    await expect.poll(() => replicas.served.get("127.0.0.3") ?? 0).toBeGreaterThan(200);
    await going.stop();
    const [first = 0, second = 0] = ["127.0.0.2", "127.0.0.3"].map((address) => replicas.served.get(address));
    expect(second / (first + second)).toBeGreaterThan(0.4);
    expect(second / (first + second)).toBeLessThan(0.6);
  });

  it("all succeed while one address stops, before its name forgets it and after", async () => {
    const replicas = await replicasAt("127.0.0.2", "127.0.0.3");
    const client = replicas.client();
    const going = load(client, 8);
    await expect.poll(() => going.asked()).toBeGreaterThan(100);
    await replicas.listening.get("127.0.0.2")?.close({ lingerMs: 1_000 });
    const whenClosed = going.asked();
    await expect.poll(() => going.asked()).toBeGreaterThan(whenClosed + 100);
    replicas.known = ["127.0.0.3"];
    await expect.poll(() => going.asked()).toBeGreaterThan(whenClosed + 500);
    await going.stop();
  });

  it("avoid an address that ends its connections, though it still answers", async () => {
    const replicas = await replicasAt("127.0.0.2", "127.0.0.3");
    const client = replicas.client();
    replicas.listening.get("127.0.0.2")?.announceEnd();
    for (let n = 0; n < 10; n++) await ask(client);
    expect(replicas.served.get("127.0.0.2")).toBe(1);
    expect(replicas.served.get("127.0.0.3")).toBe(9);
  });

  it("go to no address that the name has lost, though it still answers", async () => {
    const replicas = await replicasAt("127.0.0.2", "127.0.0.3");
    const client = replicas.client();
    await ask(client);
    replicas.known = ["127.0.0.3"];
    await expect.poll(async () => [await ask(client), await ask(client)]).toEqual(["127.0.0.3", "127.0.0.3"]);
    replicas.served.clear();
    for (let n = 0; n < 10; n++) await ask(client);
    expect([...replicas.served]).toEqual([["127.0.0.3", 10]]);
  });

  it("go on to the next address when a connection is refused, with their body whole", async () => {
    const replicas = new Replicas();
    await replicas.start("127.0.0.3", async (req, res) => void res.end(await text(req)));
    replicas.known = ["127.0.0.2", "127.0.0.4", "127.0.0.3"];
    const client = replicas.client();
    const words = Array.from({ length: 100 }, (_, n) => `${n} `);
    for (let n = 0; n < 6; n++) {
      const answer = await post(client, Readable.from(words));
      expect(await answer.body.text()).toBe(words.join(""));
    }
    expect(replicas.served.get("127.0.0.3")).toBe(6);
  });

  it("fail when no address takes a connection, and find one that has taken their place", async () => {
    const replicas = await replicasAt("127.0.0.3");
    replicas.known = ["127.0.0.2"];
    const client = replicas.client({ refreshMs: 60_000 });
    await expect(ask(client)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    replicas.known = ["127.0.0.3"];
    expect(await ask(client)).toBe("127.0.0.3");
  });

  it("go where they went while the name cannot be looked up", async () => {
    const replicas = await replicasAt("127.0.0.2");
    let lookUps = 0;
    const find = async () => {
      lookUps += 1;
      if (lookUps > 1) throw Object.assign(new Error("try again"), { code: "EAI_AGAIN" });
      return [{ address: "127.0.0.2", family: 4 }];
    };
    const client = replicas.client({ find });
    await ask(client);
    await expect.poll(() => lookUps).toBeGreaterThan(3);
    expect(await ask(client)).toBe("127.0.0.2");
  });

  it("are spread over several base URLs, of addresses or names", async () => {
    const replicas = await replicasAt("127.0.0.2", "127.0.0.3");
    const urls = replicas.known.map((address) => `http://${address}:${replicas.port}`);
    const client = new RoundRobinDispatcher(urls);
    onTestFinished(() => client.destroy());
    expect(new Set([await ask(client), await ask(client)])).toEqual(new Set(replicas.known));
  });

  it("get the resolver's error when a name was never found", async () => {
    const find = () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));
    const client = new RoundRobinDispatcher("http://nowhere:1", { find });
    onTestFinished(() => client.destroy());
    await expect(ask(client)).rejects.toMatchObject({ code: "ENOTFOUND" });
  });
});

describe("a request whose connection breaks", () => {
  /** Reads each request to its end and cuts the first connection it came on. */
  async function cuttingOnce(): Promise<{ client: RoundRobinDispatcher; seen: string[] }> {
    const seen: string[] = [];
    const server: Server = createServer((req, res) => {
      seen.push(req.method ?? "");
      req.resume().once("end", () => (seen.length === 1 ? req.socket.destroy() : res.end("answered")));
    });
    server.listen(0, "127.0.0.2");
    await once(server, "listening");
    onTestFinished(() => void server.close().closeAllConnections());
    // A listening TCP server has an address object.
    const { port } = server.address() as AddressInfo;
    const client = new RoundRobinDispatcher(`http://127.0.0.2:${port}`);
    onTestFinished(() => client.destroy());
    return { client, seen };
  }

  it("is sent again once when repeating it changes nothing", async () => {
    const { client, seen } = await cuttingOnce();
    expect(await ask(client)).toBe("answered");
    expect(seen).toEqual(["GET", "GET"]);
  });

  it("is not sent again when it may have changed something", async () => {
    const { client, seen } = await cuttingOnce();
    await expect(post(client, "once")).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
    expect(seen).toEqual(["POST"]);
  });
});

describe("an answer 503", () => {
  const unavailable: RequestListener = (_req, res) => void res.writeHead(503).end("later");

  it("to GET or HEAD is not given when another replica answers", async () => {
    const replicas = await replicasAt("127.0.0.2");
    await replicas.start("127.0.0.3", unavailable);
    replicas.known = ["127.0.0.2", "127.0.0.3"];
    const client = replicas.client();
    for (let n = 0; n < 10; n++) expect(await ask(client)).toBe("127.0.0.2");
    expect((await client.request({ origin, path: "/", method: "HEAD" })).statusCode).toBe(200);
    expect(replicas.served.get("127.0.0.3")).toBeGreaterThan(0);
  });

  it("to a request that may have changed something is given", async () => {
    const replicas = await replicasAt("127.0.0.2");
    await replicas.start("127.0.0.3", unavailable);
    replicas.known = ["127.0.0.2", "127.0.0.3"];
    const client = replicas.client();
    const statuses = [await post(client, "a"), await post(client, "b")].map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([200, 503]);
  });

  it("is given, whole, when the other replica answers it too, and then the others are spared", async () => {
    // What was answered a moment ago does not grow old.
    const now = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    onTestFinished(() => now.mockRestore());
    const replicas = new Replicas();
    for (const address of ["127.0.0.2", "127.0.0.3"]) await replicas.start(address, unavailable);
    replicas.known = ["127.0.0.2", "127.0.0.3"];
    const client = replicas.client();
    for (let n = 0; n < 10; n++) {
      const { statusCode, body } = await client.request({ origin, path: "/", method: "GET" });
      expect([statusCode, await body.text()]).toEqual([503, "later"]);
    }
    const sent = [...replicas.served.values()].reduce((sum, each) => sum + each);
    expect(sent).toBe(11);
  });

  it("is given when there is no other replica", async () => {
    const replicas = new Replicas();
    await replicas.start("127.0.0.2", unavailable);
    replicas.known = ["127.0.0.2"];
    const { statusCode } = await replicas.client().request({ origin, path: "/", method: "GET" });
    expect([statusCode, replicas.served.get("127.0.0.2")]).toEqual([503, 1]);
  });

  it("leads to no other replica when the caller has left meanwhile", async () => {
    const replicas = await replicasAt("127.0.0.2");
    await replicas.start("127.0.0.3", unavailable);
    // The first request goes to the second address.
    replicas.known = ["127.0.0.2", "127.0.0.3"];
    const caller = new AbortController();
    const { dispatch: send } = Pool.prototype;
    const dispatch = vi.spyOn(Pool.prototype, "dispatch");
    onTestFinished(() => dispatch.mockRestore());
    dispatch.mockImplementation(function (this: Pool, ...given) {
      if (dispatch.mock.calls.length === 2) caller.abort(new Error("left"));
      return send.apply(this, given);
    });
    const request = { origin, path: "/", method: "GET", signal: caller.signal } as const;
    const sink = () => new PassThrough();
    await expect(replicas.client().stream(request, sink)).rejects.toThrow("left");
    expect([...replicas.served]).toEqual([["127.0.0.3", 1]]);
  });
});

describe("connections to a single address", () => {
  it.each([0, -7_200_000, 7_200_000])(
    "are renewed, so that a balancer behind it spreads them again, with the clock moved by %i ms",
    async (movedMs) => {
      const replicas = await replicasAt("127.0.0.2");
      const opened = new Set<Socket>();
      replicas.listening.get("127.0.0.2")?.server.on("connection", (socket: Socket) => opened.add(socket));
      const client = replicas.client({ lifetimeMs: 30 });
      await ask(client);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + movedMs });
      onTestFinished(() => void vi.useRealTimers());
      while (opened.size < 4) await ask(client);
      expect(opened.size).toBe(4);
    },
  );

  it("are kept meanwhile", async () => {
    const replicas = await replicasAt("127.0.0.2");
    let opened = 0;
    replicas.listening.get("127.0.0.2")?.server.on("connection", () => (opened += 1));
    const client = replicas.client();
    for (let n = 0; n < 50; n++) await ask(client);
    // The next request may be made before the connection of the last one is free again.
    expect(opened).toBeLessThan(5);
  });
});

describe("a client that is closed", () => {
  it("lets what is under way finish, also at an address that is gone, and sends nothing more", async () => {
    const arrived = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const replicas = new Replicas();
    await replicas.start("127.0.0.2", async (req, res) => {
      if (req.url !== "/slow") return void res.end("at once");
      arrived.resolve();
      await goOn.promise;
      res.end("finished");
    });
    await replicas.start("127.0.0.3");
    replicas.known = ["127.0.0.2"];
    const client = replicas.client();
    const underWay = ask(client, "/slow");
    await arrived.promise;
    replicas.known = ["127.0.0.3"];
    await expect.poll(() => ask(client)).toBe("127.0.0.3");
    const closed = client.close();
    goOn.resolve();
    expect(await underWay).toBe("finished");
    await closed;
    await expect(ask(client)).rejects.toThrow();
  });
});
