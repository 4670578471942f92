import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { Authentication } from "../declare/caller.ts";
import { scrollIds } from "../declare/paging.ts";
import { notesApp, served } from "../testing.ts";
import {
  assertedCaller,
  assertionHeader,
  attachAuthentication,
  attachedCaller,
  NotFromGateway,
  readAssertion,
  signAssertion,
} from "./assertion.ts";

const caller: Authentication = {
  kind: "caller",
  caller: { userId: 3_000_000_001, applicationId: 9, siteId: "MLA", scopes: ["read"], roles: ["seller"] },
};
const now = 1_000_000;

function requestWith(header?: string): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  if (header !== undefined) req.headers[assertionHeader] = header;
  return req;
}

describe("a caller assertion", () => {
  it("says what the gateway signed, of callers and of their absence", () => {
    for (const authentication of [caller, { kind: "none" }, { kind: "invalid" }] as const)
      expect(readAssertion("s", signAssertion("s", authentication, now), now)).toEqual(authentication);
  });

  it("holds for 30 seconds", () => {
    const signed = signAssertion("s", caller, now);
    expect(readAssertion("s", signed, now + 29_999)).toEqual(caller);
    expect(readAssertion("s", signed, now + 30_000)).toBeUndefined();
  });

  it("is void when missing, malformed, changed or signed by another", () => {
    const signed = signAssertion("s", caller, now);
    const [text = "", mac = ""] = signed.split(".");
    const other = Buffer.from(JSON.stringify({ ...caller, expires: now * 2 })).toString("base64url");
    for (const header of [
      undefined,
      "",
      ".",
      text,
      `${text}.`,
      `${other}.${mac}`,
      `${signed}.x`,
      `${text}.AAAA`,
    ])
      expect(readAssertion("s", header, now)).toBeUndefined();
    expect(readAssertion("s", signAssertion("t", caller, now), now)).toBeUndefined();
  });

  it("cannot be made from a scroll id of the same secret", () => {
    const scroll = scrollIds("s").issue({ search: "", after: [] }, now);
    expect(readAssertion("s", scroll, now)).toBeUndefined();
  });

  it("is what a service behind the gateway believes, and nothing else", () => {
    const authenticate = assertedCaller("s");
    expect(authenticate(requestWith(signAssertion("s", caller)))).toEqual(caller);
    expect(() => authenticate(requestWith())).toThrow(NotFromGateway);
    expect(() => authenticate(requestWith("forged.header"))).toThrow(
      "is not signed with the INTERNAL_SECRET",
    );
  });

  it("is believed again until it expires, and no longer", () => {
    let time = now;
    const authenticate = assertedCaller("s", { now: () => time });
    const header = signAssertion("s", caller, now);
    for (time of [now, now + 15_000, now + 29_999]) expect(authenticate(requestWith(header))).toEqual(caller);
    time = now + 30_000;
    expect(() => authenticate(requestWith(header))).toThrow("over 30 s old");
  });
});

describe("a request in the gateway's own process", () => {
  it("is known by the gateway's word for this very request", () => {
    const req = requestWith();
    attachAuthentication(req, caller);
    expect(attachedCaller(req)).toEqual(caller);
    expect(() => attachedCaller(requestWith(signAssertion("s", caller)))).toThrow(NotFromGateway);
  });
});

describe("a service that is reached past the gateway", () => {
  const { fetch } = served(notesApp({ authenticate: assertedCaller("s") }));

  it("takes the request for one without a token", async () => {
    const answer = await fetch("/notes/1", { headers: { Authorization: "Bearer 7:read" } });
    expect([answer.status, await answer.json()]).toMatchObject([403, { error: "access_token_not_granted" }]);
  });

  it.each([
    ["of another secret", signAssertion("another", caller)],
    ["that is none", "x.y"],
    ["of a machine whose clock is behind", signAssertion("s", caller, Date.now() - 31_000)],
  ])("answers an assertion %s as an outage, for the client has done nothing wrong", async (_what, header) => {
    const answer = await fetch("/notes/1", { headers: { [assertionHeader]: header } });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await answer.json()).toMatchObject({ error: "service_unavailable", status: 503 });
  });

  it("accepts a valid assertion", async () => {
    const answer = await fetch("/notes/1", { headers: { [assertionHeader]: signAssertion("s", caller) } });
    expect(answer.status).toBe(200);
  });
});
