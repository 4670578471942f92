import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { clientBehind } from "./client-address.ts";
import { noProxies, type TrustedProxies, trustedProxiesVariable } from "./trusted-proxies.ts";

const trusting = (list: string): TrustedProxies => trustedProxiesVariable().parse(list) ?? noProxies;
const inner = trusting("10.0.0.0/8, fd00::/8");

interface Sent {
  from: string;
  xff?: string;
  forwarded?: string;
}

function requestOf({ from, xff, forwarded }: Sent): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: from });
  const req = new IncomingMessage(socket);
  if (xff !== undefined) req.headers["x-forwarded-for"] = xff;
  if (forwarded !== undefined) req.headers.forwarded = forwarded;
  return req;
}

const clientOf = (sent: Sent, proxies = inner): string => clientBehind(requestOf(sent), proxies);

describe("the client behind trusted proxies", () => {
  const behind: [why: string, sent: Sent, client: string][] = [
    ["nothing forwarded", { from: "10.0.0.1" }, "10.0.0.1"],
    ["one proxy", { from: "10.0.0.1", xff: "203.0.113.9" }, "203.0.113.9"],
    ["a proxy over IPv4 in IPv6", { from: "::ffff:10.0.0.1", xff: "203.0.113.9" }, "203.0.113.9"],
    ["two proxies", { from: "10.0.0.1", xff: "203.0.113.9, 10.0.0.2" }, "203.0.113.9"],
    ["what a client wrote itself", { from: "10.0.0.1", xff: "8.8.8.8, 203.0.113.9" }, "203.0.113.9"],
    ["a trusted address a client wrote", { from: "10.0.0.1", xff: "10.9.9.9, 203.0.113.9" }, "203.0.113.9"],
    ["trusted addresses alone", { from: "10.0.0.1", xff: "10.0.0.3, 10.0.0.2" }, "10.0.0.3"],
    ["a port", { from: "10.0.0.1", xff: "203.0.113.9:41122" }, "203.0.113.9"],
    ["IPv6", { from: "fd00::1", xff: "2001:DB8::1" }, "2001:db8::1"],
    ["IPv6 with a port", { from: "fd00::1", xff: "[2001:db8::1]:443" }, "2001:db8::1"],
    ["garbage", { from: "10.0.0.1", xff: "me" }, "10.0.0.1"],
    ["nothing in the header", { from: "10.0.0.1", xff: "" }, "10.0.0.1"],
    ["garbage behind a proxy", { from: "10.0.0.1", xff: "me, 10.0.0.2" }, "10.0.0.2"],
    ["garbage before the client", { from: "10.0.0.1", xff: "<>,, 203.0.113.9" }, "203.0.113.9"],
    ["Forwarded", { from: "10.0.0.1", forwarded: "for=203.0.113.9;proto=https;by=10.0.0.1" }, "203.0.113.9"],
    ["Forwarded, two", { from: "10.0.0.1", forwarded: "for=203.0.113.9, for=10.0.0.2" }, "203.0.113.9"],
    ["Forwarded, forged", { from: "10.0.0.1", forwarded: "for=8.8.8.8, for=203.0.113.9" }, "203.0.113.9"],
    ["Forwarded, IPv6", { from: "10.0.0.1", forwarded: 'For="[2001:db8::17]:4711"' }, "2001:db8::17"],
    ["Forwarded, hidden", { from: "10.0.0.1", forwarded: "for=_hidden" }, "10.0.0.1"],
    ["Forwarded, unknown", { from: "10.0.0.1", forwarded: "for=unknown, for=10.0.0.2" }, "10.0.0.2"],
    ["Forwarded without for", { from: "10.0.0.1", forwarded: "proto=https" }, "10.0.0.1"],
    ["Forwarded, malformed", { from: "10.0.0.1", forwarded: 'for="203.0.113.9' }, "10.0.0.1"],
    ["both, the same", { from: "10.0.0.1", xff: "203.0.113.9", forwarded: "for=203.0.113.9" }, "203.0.113.9"],
    ["both, different", { from: "10.0.0.1", xff: "203.0.113.9", forwarded: "for=8.8.8.8" }, "10.0.0.1"],
    ["both, one malformed", { from: "10.0.0.1", xff: "203.0.113.9", forwarded: "=" }, "10.0.0.1"],
    ["an untrusted peer", { from: "203.0.113.9", xff: "8.8.8.8", forwarded: "for=8.8.8.8" }, "203.0.113.9"],
  ];

  it.each(behind)("with %s", (_, sent, client) => {
    expect(clientOf(sent)).toBe(client);
  });

  it("is the peer without trusted proxies", () => {
    expect(clientOf({ from: "10.0.0.1", xff: "8.8.8.8" }, noProxies)).toBe("10.0.0.1");
    expect(clientOf({ from: "10.0.0.1", xff: "8.8.8.8" }, trusting(""))).toBe("10.0.0.1");
  });

  it("cannot be forged by the client", () => {
    const text = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constant("10.0.0.2"));
    fc.assert(
      fc.property(text, text, (xff, forwarded) => {
        const client = "203.0.113.9";
        expect(clientOf({ from: "10.0.0.1", xff: `${xff}, ${client}` })).toBe(client);
        // A proxy that writes one header passes the other on.
        const both = clientOf({ from: "10.0.0.1", xff: `${xff}, ${client}`, forwarded });
        expect([client, "10.0.0.1"]).toContain(both);
        const other = clientOf({ from: "10.0.0.1", xff, forwarded: `${forwarded}, for=${client}` });
        expect([client, "10.0.0.1"]).toContain(other);
      }),
    );
  });
});

describe("TRUSTED_PROXIES", () => {
  it("takes addresses and blocks of both families", () => {
    const isTrusted = trusting("192.0.2.7, 10.1.0.0/16,2001:db8::/32 , ::1");
    const trusted = ["192.0.2.7", "10.1.255.255", "2001:db8:ffff::1", "::1"];
    const others = ["192.0.2.8", "10.2.0.1", "2001:db9::1", "::2", "unknown", ""];
    expect([...trusted, ...others].filter(isTrusted)).toEqual(trusted);
  });

  it.each([
    ["10.0.0.0/33", "10.0.0.0/33 is no address and no CIDR block"],
    ["nginx", "nginx is no address and no CIDR block"],
    ["10.0.0.1/8/8", "10.0.0.1/8/8 is no address and no CIDR block"],
    ["10.0.0.1/", "10.0.0.1/ is no address and no CIDR block"],
    ["10", "10 is no address and no CIDR block"],
    ["0.0.0.0/0", "0.0.0.0/0 would trust everybody"],
    ["::/0", "::/0 would trust everybody"],
    ["::ffff:10.0.0.0/104", "::ffff:10.0.0.0/104 must be written as IPv4"],
  ])("refuses %s", (text, message) => {
    const { error } = trustedProxiesVariable().safeParse(`10.0.0.1, ${text}`);
    expect(z.flattenError(error ?? new z.ZodError([])).formErrors).toEqual([message]);
  });
});
