import { expect, test } from "vitest";
import { httpPoster } from "./poster.ts";
import { isPublicAddress } from "./public-address.ts";
import { startSink } from "./sink.fixture.ts";

const notPublic = {
  "unspecified, 0/8": ["0.0.0.0", "0.1.2.3", "::"],
  loopback: ["127.0.0.1", "127.255.255.254", "::1"],
  private: ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12:3456::1"],
  "link-local and cloud metadata": [
    "169.254.1.1",
    "169.254.169.254",
    "fe80::1",
    "fe80::1%eth0",
    "fd00:ec2::254",
  ],
  "shared (carrier-grade NAT)": ["100.64.0.1", "100.127.255.255", "100.100.100.200"],
  "special use": [
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "2001:db8::1",
    "3fff::1",
  ],
  "multicast and broadcast": ["224.0.0.1", "239.255.255.255", "255.255.255.255", "240.0.0.1", "ff02::1"],
  "IPv4 inside IPv6": [
    ...[
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "::ffff:10.0.0.1",
      "::ffff:169.254.169.254",
      "::ffff:0:127.0.0.1",
    ],
    ...["::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2001::7f00:1"],
  ],
  "site-local and discard": ["fec0::1", "100::1", "5f00::1", "4000::1"],
  "no address": ["", "localhost", "example.com", "1.2.3.4.5", "1.2.3.4/8"],
};

for (const [kind, addresses] of Object.entries(notPublic)) {
  test(`not public: ${kind}`, () => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
}

test("addresses of the public internet are public", () => {
  const addresses = ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"];
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});

const sink = await startSink();
const { port } = new URL(sink.url);
const message = { headers: {}, body: "{}" };

/** Posts where only public addresses are allowed, with names that resolve as said. */
async function post(url: string, ...answers: string[][]) {
  const resolve = async () => answers.shift() ?? [];
  const poster = httpPoster({ timeoutMs: 20_000, allowPrivate: false, resolve });
  return poster.post(url, message).finally(() => poster.close());
}

test("an address that is written as a number, in any notation, is not connected to", async () => {
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

test("a name that leads to a private address, beside a public one or not, is not connected to", async () => {
  for (const answer of [["127.0.0.1"], ["::1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:10.0.0.1"]])
    expect(await post(`http://rebind.example.com:${port}/`, answer)).toBe("the address is not public");
  expect(await post(`http://localhost:${port}/`, ["127.0.0.1"])).toBe("the address is not public");
  expect(sink.arrivals).toEqual([]);
});

test("a name that answers a public address first and a private one next gains nothing", async () => {
  const answers = [["192.0.2.1"], ["127.0.0.1"], ["127.0.0.1"]];
  const resolve = async () => answers.shift() ?? [];
  const poster = httpPoster({ timeoutMs: 20_000, allowPrivate: false, resolve });
  const url = `http://rebind.example.com:${port}/`;
  for (let turn = 0; turn < 3; turn++)
    expect(await poster.post(url, message)).toBe("the address is not public");
  await poster.close();
  expect(sink.arrivals).toEqual([]);
});

test("a name without an address fails like any connection", async () => {
  expect(await post("http://nowhere.example.com/", [])).toBe("the connection failed");
});

test("where private addresses are allowed the same endpoint is reached", async () => {
  const poster = httpPoster({ timeoutMs: 20_000, allowPrivate: true });
  expect(await poster.post(sink.url, message)).toBeUndefined();
  await poster.close();
  expect(sink.arrivals).toHaveLength(1);
});
