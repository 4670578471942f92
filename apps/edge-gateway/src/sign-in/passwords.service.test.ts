import { describe, expect, it } from "vitest";
import {
  hashPassword,
  isOutdated,
  mintPassword,
  passwordIssue,
  verifyPassword,
} from "./passwords.service.ts";

describe("a stored password", () => {
  it("is argon2id at the recommended cost, as a PHC string with a salt of its own", async () => {
    const [one, other] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    for (const phc of [one, other])
      expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
    expect(one).not.toContain("correct");
    expect(isOutdated(one)).toBe(false);
  });

  it("fits its own text and no other", async () => {
    const phc = await hashPassword("correct horse");
    expect(await verifyPassword("correct horse", phc)).toBe(true);
    for (const text of ["correct horsE", "correct horse ", "", "correct horse\u0000"])
      expect([text, await verifyPassword(text, phc)]).toEqual([text, false]);
  });

  it("fits the same characters from another keyboard", async () => {
    const phc = await hashPassword("contrase\u00f1a");
    expect(await verifyPassword("contrasen\u0303a", phc)).toBe(true);
  });

  it("is read as other implementations of argon2id write it, and is then outdated", async () => {
    // A test vector of the reference implementation.
    const phc = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await verifyPassword("password", phc)).toBe(true);
    expect(await verifyPassword("differentpassword", phc)).toBe(false);
    expect(isOutdated(phc)).toBe(true);
  });

  it("that is missing or malformed fits nothing", async () => {
    const phc = await hashPassword("correct horse");
    const broken = [undefined, "", "x", phc.slice(0, -30), phc.replace("argon2id", "argon2i"), `${phc}\n`];
    for (const stored of broken)
      expect([stored, await verifyPassword("correct horse", stored)]).toEqual([stored, false]);
  });
});

describe("a new password", () => {
  it("has 8 to 128 characters, as people count them", () => {
    const issue = "must have 8 to 128 characters";
    for (const text of ["", "1234567", "é".repeat(7), "e\u0301".repeat(7), "x".repeat(129)])
      expect([text, passwordIssue(text)]).toEqual([text, issue]);
    for (const text of ["12345678", "x".repeat(128), "🔑".repeat(128), "        "])
      expect([text, passwordIssue(text)]).toEqual([text, undefined]);
  });

  it("that is minted is good, readable and never the same", () => {
    const minted = Array.from({ length: 100 }, mintPassword);
    expect(new Set(minted).size).toBe(100);
    for (const text of minted) {
      expect(text).toMatch(/^[a-km-np-z2-9]{20}$/);
      expect(passwordIssue(text)).toBeUndefined();
    }
  });
});
