import { describe, expect, it } from "vitest";
import { cookiesOf } from "./cookies.rules.ts";

const value = "x".repeat(43);

describe("cookies over https", () => {
  const cookies = cookiesOf("https://api.example");

  it("belong to this host alone, and never travel in plain text", () => {
    expect(cookies.set("session", value)).toBe(
      `__Host-marketplace_session=${value}; Path=/; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(cookies.clear("session")).toBe(
      "__Host-marketplace_session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0",
    );
    for (const name of ["session", "browser"] as const)
      expect(cookies.set(name, value)).not.toMatch(/Domain/i);
  });

  it("are not taken under the name that plain http uses, which a neighbor could set", () => {
    const read = (cookie: string) =>
      // Only the headers are read.
      cookies.read({ headers: { cookie } } as never, "session");
    expect(read(`marketplace_session=${value}`)).toBeUndefined();
    expect(read(`a=b; __Host-marketplace_session=${value}`)).toBe(value);
  });
});
