import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { mintRecoveryCodes, recoveryCodeHash } from "./recovery-codes.rules.ts";
import { isTotpCode, mintTotpSecret, stepOf, totpAddress } from "./totp.rules.ts";

/** The secret of RFC 6238's test vectors, `12345678901234567890`, in base32. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => new Date(seconds * 1_000);

describe("a code of an authenticator app", () => {
  it.each([
    [59, "287082", 1],
    [1_111_111_109, "081804", 37_037_036],
    [2_000_000_000, "279037", 66_666_666],
  ])("is that of RFC 6238 at %s s", (seconds, code, step) => {
    expect(stepOf(code, secret, at(seconds))).toBe(step);
  });

  it("is taken one step before and after its own, and belongs to its own", () => {
    for (const seconds of [0, 29, 30, 59, 60, 89]) expect(stepOf("287082", secret, at(seconds))).toBe(1);
    for (const seconds of [90, 120]) expect(stepOf("287082", secret, at(seconds))).toBeUndefined();
  });

  it("may be written in groups; other texts are none", () => {
    expect(stepOf(" 287 082 ", secret, at(59))).toBe(1);
    for (const text of ["", "28708", "2870820", "28708x", "abcd-efgh-jkmn-pqrs", "２８７０８２"]) {
      expect([text, isTotpCode(text)]).toEqual([text, false]);
      expect(stepOf(text, secret, at(59))).toBeUndefined();
    }
  });
});

describe("a new secret", () => {
  it("has 160 bits, and is read by apps with account and place", () => {
    const minted = mintTotpSecret();
    expect(minted).toMatch(/^[A-Z2-7]{32}$/);
    expect(mintTotpSecret()).not.toBe(minted);
    const account = { nickname: "ANA & CO: ñ", baseUrl: "https://api.example:8443" };
    const address = new URL(totpAddress(minted, account));
    expect([address.protocol, address.host]).toEqual(["otpauth:", "totp"]);
    expect(decodeURIComponent(address.pathname)).toBe("/Marketplace api.example:ANA & CO: ñ");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: "Marketplace api.example",
      secret: minted,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
    expect(new TOTP({ secret: minted }).validate({ token: new TOTP({ secret: minted }).generate() })).toBe(0);
  });
});

describe("recovery codes", () => {
  it("are ten, random, and the same however they are typed", () => {
    const codes = mintRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[a-km-np-z2-9]{4}(?:-[a-km-np-z2-9]{4}){3}$/);
      expect(isTotpCode(code)).toBe(false);
      const typed = ` ${code.toUpperCase().replaceAll("-", " ")}`;
      expect(recoveryCodeHash(typed)).toEqual(recoveryCodeHash(code));
    }
  });
});
