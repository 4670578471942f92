import { expect, test } from "vitest";
import { createHttpSender } from "./http-sender.service.ts";
import { startSink } from "./sink.fixture.ts";

const sink = await startSink();
const { port } = new URL(sink.url);
const message = { headers: {}, body: "{}" };

/** Posts where only public addresses are allowed, with names that resolve as said. */
async function post(url: string, ...answers: string[][]) {
  const resolve = async () => answers.shift() ?? [];
  const sender = createHttpSender({ timeoutMs: 20_000, allowPrivate: false, resolve });
  const { failure } = await sender.send({ url, ...message }).finally(() => sender.close());
  return failure;
}

test("refuses numeric addresses in any notation", async () => {
  const hosts = [
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "017700000001",
    "127.1",
    "0",
    "[::1]",
    "[::ffff:127.0.0.1]",
  ];
  for (const host of hosts)
    expect([host, await post(`http://${host}:${port}/`)]).toEqual([host, "the address is not public"]);
  expect(await post(`https://127.0.0.1:${port}/`)).toBe("the address is not public");
  expect(sink.arrivals).toEqual([]);
});

test("refuses a name with a private address, also beside a public one", async () => {
  for (const answer of [["127.0.0.1"], ["::1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:10.0.0.1"]])
    expect(await post(`http://rebind.example.com:${port}/`, answer)).toBe("the address is not public");
  expect(await post(`http://localhost:${port}/`, ["127.0.0.1"])).toBe("the address is not public");
  expect(sink.arrivals).toEqual([]);
});

test("refuses DNS rebinding from a public to a private address", async () => {
  const answers = [["192.0.2.1"], ["127.0.0.1"], ["127.0.0.1"]];
  const resolve = async () => answers.shift() ?? [];
  const sender = createHttpSender({ timeoutMs: 20_000, allowPrivate: false, resolve });
  const url = `http://rebind.example.com:${port}/`;
  for (let turn = 0; turn < 3; turn++)
    expect(await sender.send({ url, ...message })).toEqual({ failure: "the address is not public" });
  await sender.close();
  expect(sink.arrivals).toEqual([]);
});

test("a name without an address fails like any connection", async () => {
  expect(await post("http://nowhere.example.com/", [])).toBe("the connection failed");
});

test("where private addresses are allowed the same endpoint is reached", async () => {
  const sender = createHttpSender({ timeoutMs: 20_000, allowPrivate: true });
  expect(await sender.send({ url: sink.url, ...message })).toEqual({ status: 200, answer: "" });
  await sender.close();
  expect(sink.arrivals).toHaveLength(1);
});
