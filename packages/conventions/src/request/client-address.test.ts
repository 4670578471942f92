import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { assertedCaller, assertionHeader, signAssertion } from "./assertion.ts";
import {
  canonicalAddress,
  clientAddressHeader,
  clientAddressOf,
  clientNetworkOf,
  recordClientAddress,
} from "./client-address.ts";

function requestFrom(remoteAddress: string | undefined, headers: Record<string, string> = {}) {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  const req = new IncomingMessage(socket);
  Object.assign(req.headers, headers);
  return req;
}

describe("the client's address", () => {
  it("is the other end of the connection, whatever a header says", () => {
    const req = requestFrom("::ffff:203.0.113.9", { [clientAddressHeader]: "8.8.8.8" });
    expect(clientAddressOf(req)).toBe("203.0.113.9");
    expect(clientAddressOf(requestFrom(undefined))).toBe("unknown");
  });

  it("is what the gateway recorded in its own process", () => {
    const req = requestFrom("10.0.0.1");
    recordClientAddress(req, "203.0.113.9");
    expect(clientAddressOf(req)).toBe("203.0.113.9");
  });

  it("is what the header says once an assertion proves that the gateway sent it", () => {
    const authenticate = assertedCaller("s");
    const assertion = { [assertionHeader]: signAssertion("s", { kind: "none" }) };
    const proven = requestFrom("10.0.0.1", { ...assertion, [clientAddressHeader]: "2001:DB8::0001" });
    authenticate(proven);
    expect(clientAddressOf(proven)).toBe("2001:db8::1");

    const forged = requestFrom("10.0.0.1", { [assertionHeader]: "x.y", [clientAddressHeader]: "8.8.8.8" });
    expect(() => authenticate(forged)).toThrow("is not signed with the INTERNAL_SECRET");
    expect(clientAddressOf(forged)).toBe("10.0.0.1");

    const malformed = requestFrom("10.0.0.1", { ...assertion, [clientAddressHeader]: "8.8.8.8, 9.9.9.9" });
    authenticate(malformed);
    expect(clientAddressOf(malformed)).toBe("10.0.0.1");
  });

  it("shares a budget with the /64 it is in when it is IPv6, and with no other when it is IPv4", () => {
    const network = (address: string) => clientNetworkOf(requestFrom(address));
    expect(network("2001:db8:1:2::1")).toBe(network("2001:db8:1:2:ffff:ffff:ffff:ffff"));
    expect(network("2001:db8:1:2::1")).not.toBe(network("2001:db8:1:3::1"));
    expect(network("203.0.113.9")).toBe("203.0.113.9");
    expect(network("::ffff:203.0.113.9")).toBe("203.0.113.9");
  });
});

describe("the one spelling of an address", () => {
  it.each([
    ["1.2.3.4", "1.2.3.4"],
    ["::FFFF:1.2.3.4", "1.2.3.4"],
    ["::ffff:102:304", "1.2.3.4"],
    ["2001:0DB8:0:0::0001", "2001:db8::1"],
    ["::1", "::1"],
    ["fe80::1%eth0", "fe80::1"],
  ])("of %s is %s", (text, spelling) => {
    expect(canonicalAddress(text)).toBe(spelling);
  });

  it.each(["", "1", "0x7f.1", "010.0.0.1", "1.2.3.256", "1.2.3.4:80", "[::1]", "example.com", "1.2.3.4/8"])(
    "does not exist of %j",
    (text) => {
      expect(canonicalAddress(text)).toBeUndefined();
    },
  );
});
