import { once } from "node:events";
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import {
  type Authentication,
  attachedCaller,
  bareApp,
  exchangeOf,
  failure,
  readAssertion,
  type SurrogateListener,
} from "@marketplace/conventions";
import { rawExchange } from "@marketplace/conventions/testing";
import { behindGateway, serve, serverLimits, silentLogger } from "@marketplace/server";
import { callers, expectProblem, startApp } from "@marketplace/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { forwarded } from "./forwarded.ts";

const secret = "a secret for these tests";
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close().closeAllConnections());
  // A listening TCP server has an address object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function responseTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  const [incoming] = await once(outgoing, "response");
  return incoming;
}

interface FrontOptions {
  authentication?: Authentication;
  surrogate?: SurrogateListener;
  /** How long a service may take to answer: by default longer than any takes here. */
  timeoutMs?: number;
}

/** A gateway's front over one service. */
function frontOf(url: string, options: FrontOptions = {}) {
  const { authentication = callers.seller, surrogate, timeoutMs = 30_000 } = options;
  const upstream = forwarded(url, secret, { timeoutMs });
  closing.push(() => upstream.close());
  const app = bareApp();
  app.use((req, res, next) => {
    const exchange = exchangeOf(req, res);
    exchange.surrogate = surrogate;
    return upstream.handle({ exchange, authentication, next });
  });
  app.use(failure({ authenticate: attachedCaller, log: silentLogger() }));
  return app;
}

const serviceOf = (answer: RequestListener) => listening(createServer(answer));

/** Tells what arrived. */
const mirror = await serviceOf(async (req, res) => {
  const body = Buffer.concat(await req.toArray()).toString();
  res.setHeader("Content-Type", "application/json").setHeader("X-Marketplace-Secret", "inside");
  res.setHeader("Connection", "x-hop").setHeader("X-Hop", "1").setHeader("X-Kept", ["1", "2"]);
  res.end(JSON.stringify({ method: req.method, url: req.url, headers: req.headers, body }));
});

interface Mirrored {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

describe("a forwarded request", () => {
  const http = startApp(frontOf(mirror));

  it("tells the service the client's real address", async () => {
    const headers = { "X-Marketplace-Client-Address": "8.8.8.8", "X-Forwarded-For": "8.8.8.8" };
    const seen = (await http.get("/items", { headers })).json<Mirrored>();
    expect(seen.headers["x-marketplace-client-address"]).toBe("127.0.0.1");
  });

  it("keeps method, path, query and body, and loses the token", async () => {
    const path = "/packs//fiscal_documents?a=1&access_token=APP_USR-x&b=%20+&access%5Ftoken=y";
    const answer = await http.put(path, { body: "{}", headers: { Authorization: "Bearer APP_USR-x" } });
    const seen = answer.json<Mirrored>();
    expect(seen).toMatchObject({ method: "PUT", url: "/packs//fiscal_documents?a=1&b=%20+", body: "{}" });
    expect(JSON.stringify(seen)).not.toContain("APP_USR-x");
    expect((await http.get("/items/?access_token=x")).json<Mirrored>().url).toBe("/items/");
  });

  it("carries the signed caller and the request id, and nothing internal that a client sent", async () => {
    const headers = {
      "X-Request-Id": "r-1",
      "X-Marketplace-Caller": "forged",
      "X-Marketplace-Rpc": "forged",
      Connection: "keep-alive, X-Once",
      "X-Once": "1",
      TE: "trailers",
      "X-Kept": "1",
      Cookie: "a=b",
    };
    const seen = (await http.get("/items/MLA1", { headers })).json<Mirrored>();
    expect(readAssertion(secret, seen.headers["x-marketplace-caller"])).toEqual(callers.seller);
    expect(seen.headers).toMatchObject({ "x-request-id": "r-1", "x-kept": "1" });
    for (const name of ["x-marketplace-rpc", "x-once", "te", "cookie", "authorization"])
      expect(seen.headers).not.toHaveProperty(name);
  });

  it("fits into what a service takes, however long a head the gateway took", async () => {
    const limits = behindGateway(serverLimits);
    const service = await serve((_req, res) => res.end("served"), { host: "127.0.0.1", port: 0, limits });
    closing.push(() => service.close());
    const front = await serve(frontOf(`http://127.0.0.1:${service.port}`), { host: "127.0.0.1", port: 0 });
    closing.push(() => front.close());
    const longest = (bytes: number) =>
      rawExchange(
        front.port,
        `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nA: ${"x".repeat(bytes)}\r\n\r\n`,
      );
    expect(await longest(serverLimits.maxHeaderBytes)).toMatch(/^HTTP\/1.1 431 /);
    expect(await longest(serverLimits.maxHeaderBytes - 50)).toMatch(/^HTTP\/1.1 200 [\s\S]*served/);
  });

  it("brings back the answer's headers without what was between the two services", async () => {
    const answer = await http.get("/items/MLA1");
    expect(answer.headers["x-kept"]).toBe("1, 2");
    expect(answer.headers).not.toHaveProperty("x-hop");
    expect(answer.headers).not.toHaveProperty("x-marketplace-secret");
  });

  it("is refused when its framing can be read in two ways", async () => {
    const answer = await http.post("/items", { headers: { "Transfer-Encoding": "gzip, chunked" } });
    expect(answer.status).toBe(400);
    const socket = connect(Number(new URL(http.baseUrl).port), "127.0.0.1");
    socket.write(
      "POST /items HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    );
    const [reply] = await once(socket, "data");
    expect(String(reply)).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });
});

describe("a stream", () => {
  it("of five megabytes passes in both directions before it ends", async () => {
    const echo = await serviceOf((req, res) => void req.pipe(res));
    const front = await listening(createServer(frontOf(echo)));
    const outgoing = request(`${front}/packs/1/fiscal_documents`, { method: "POST" });
    const [first, rest] = [Buffer.alloc(64 * 1024, "a"), Buffer.alloc(5 * 1024 * 1024, "b")];
    outgoing.write(first);
    const incoming = await responseTo(outgoing);
    // The first part is back although the last was not even sent.
    const parts: AsyncIterator<Buffer> = incoming[Symbol.asyncIterator]();
    const part: Buffer = (await parts.next()).value;
    expect(part.toString("latin1")).toMatch(/^a+$/);
    outgoing.end(rest);
    let received = part.length;
    for (let next = await parts.next(); !next.done; next = await parts.next()) received += next.value.length;
    expect(received).toBe(first.length + rest.length);
  });

  it("is aborted when the client leaves", async () => {
    const left = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const service = await serviceOf((req, res) => {
      res.once("close", () => left.resolve());
      req.once("data", () => arrived.resolve());
    });
    const front = await listening(createServer(frontOf(service)));
    const outgoing = request(`${front}/packs/1/fiscal_documents`, { method: "POST" });
    outgoing.on("error", () => {});
    outgoing.write("half");
    await arrived.promise;
    outgoing.destroy();
    await expect(left.promise).resolves.toBeUndefined();
  });

  it("that breaks in the service is cut, so that it does not look complete", async () => {
    const service = await serviceOf((_req, res) => {
      res.writeHead(200, { "Content-Length": 100 }).write("part", () => res.destroy());
    });
    const front = await listening(createServer(frontOf(service)));
    const outgoing = request(`${front}/items/MLA1`).end();
    const incoming = await responseTo(outgoing);
    await expect(incoming.toArray()).rejects.toThrow("aborted");
  });
});

describe("a service that is not there", () => {
  const gone = createServer();
  const http = startApp(async () => {
    const url = await listening(gone);
    gone.close();
    return frontOf(url);
  });

  it("is 503 with Retry-After, wrapped when the client asked for it", async () => {
    const answer = await http.get("/items/MLA1");
    expectProblem(answer, 503, "service_unavailable");
    expect(answer.headers["retry-after"]).toBe("1");
    const wrapped = await http.get("/items/MLA1?callback=receiver");
    expect(wrapped.status).toBe(200);
    expect(wrapped.text).toMatch(/^\/\*\*\/receiver\(\[503, /);
  });
});

describe("a service that fails", async () => {
  const url = await serviceOf((req, res) => {
    if (req.url === "/broken") req.socket.end("what?\r\n\r\n");
    if (req.url === "/reset") res.destroy();
  });
  const http = startApp(frontOf(url));
  const hasty = startApp(frontOf(url, { timeoutMs: 200 }));

  it("is 504 when it does not answer in time", async () => {
    expectProblem(await hasty.get("/slow"), 504, "gateway_timeout");
  });

  it("is 502 when it breaks the connection or talks nonsense", async () => {
    expectProblem(await http.get("/broken"), 502, "bad_gateway");
    expectProblem(await http.get("/reset"), 502, "bad_gateway");
  });
});

describe("an answer that comes before its request was read", async () => {
  const hasty = await serviceOf((req, res) => {
    if (req.method === "GET") res.end("read");
    else res.writeHead(401).end("refused");
  });
  const front = await listening(createServer(frontOf(hasty)));

  it("leaves the client's connection fit for the next request", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    closing.push(() => agent.destroy());
    for (let turn = 0; turn < 30; turn += 1) {
      const upload = request(`${front}/packs/1/fiscal_documents`, {
        agent,
        method: "POST",
        headers: { "Content-Length": 20_000 },
      });
      upload.write("a".repeat(10_000));
      const refused = responseTo(upload);
      upload.end("b".repeat(10_000));
      const answer = await refused;
      expect(answer.statusCode).toBe(401);
      await answer.toArray();
      const next = await responseTo(request(`${front}/sites`, { agent }).end());
      expect([next.statusCode, Buffer.concat(await next.toArray()).toString()]).toEqual([200, "read"]);
    }
  });
});

describe("an answer that is marked for the response cache", async () => {
  const tooLong = "a".repeat(9 * 1024 * 1024);
  const service = await serviceOf((req, res) => {
    res.setHeader("Surrogate-Control", "max-age=5").setHeader("Surrogate-Key", "a");
    const body = req.url === "/long" ? tooLong : "short";
    res.setHeader("Content-Length", req.url === "/cut" ? 100 : body.length);
    if (req.url === "/cut") res.write("only a part", () => res.destroy());
    else res.end(body);
  });
  const collected: string[] = [];
  const onBody = (body: Buffer | string) => void collected.push(body.toString());
  const http = startApp(async () => frontOf(service, { surrogate: { onMark: () => true, onBody } }));

  it("is collected as it is sent", async () => {
    expect((await http.get("/short")).text).toBe("short");
    expect(collected.splice(0)).toEqual(["short"]);
  });

  it("is sent whole but not collected when it is too long to be stored", async () => {
    expect((await http.get("/long")).text).toHaveLength(tooLong.length);
    expect(collected).toEqual([]);
  });

  it("is cut off and not collected when its service breaks off", async () => {
    await expect(http.get("/cut")).rejects.toThrow();
    expect(collected).toEqual([]);
  });
});
