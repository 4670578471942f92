import { longestStatementMs } from "@marketplace/database";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const pooled = "postgresql://gateway@pooler:6432/marketplace_gateway?pooler=transaction";
const direct = "postgresql://gateway@postgres:5432/marketplace_gateway";
const environment = { INTERNAL_SECRET: "a-secret-of-some-length" };

describe("the gateway's configuration", () => {
  it("requires the server's own address beside a pooler's", () => {
    expect(() => readConfig({ ...environment, DATABASE_URL: pooled })).toThrow(
      "DATABASE_DIRECT_URL: is required",
    );
    const both = { ...environment, DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct };
    expect(readConfig(both).databaseDirectUrl).toBe(direct);
    expect(readConfig({ ...environment, DATABASE_URL: direct }).databaseDirectUrl).toBeUndefined();
  });

  it("lists everything that is wrong with it", () => {
    const published = { INTERNAL_SECRET: "local-development-secret", HOST: "0.0.0.0" };
    const bad = () => readConfig({ ...published, DATABASE_URL: pooled, SIGN_IN: "oidc" });
    expect(bad).toThrow(
      /DATABASE_DIRECT_URL.*OIDC_ISSUER.*OIDC_CLIENT_ID.*OIDC_CLIENT_SECRET.*INTERNAL_SECRET/,
    );
    const wrong = () => readConfig({ PORT: "x", REDIS_URL: "redis", SIGN_IN: "none" });
    const oidc = () => readConfig({ SIGN_IN: "oidc" });
    expect(oidc).toThrow(/DATABASE_URL.*INTERNAL_SECRET.*OIDC_ISSUER.*OIDC_CLIENT_ID.*OIDC_CLIENT_SECRET/);
    const pooler = () => readConfig({ DATABASE_URL: `${direct}?pooler=session`, PORT: "x" });
    expect(pooler).toThrow(/PORT.*INTERNAL_SECRET.*DATABASE_URL: pooler=transaction is the only/);
    expect(wrong).toThrow(/PORT.*DATABASE_URL.*INTERNAL_SECRET.*REDIS_URL.*SIGN_IN/);
  });

  it("waits longer for a service than a service for its database, whose answer is then the service's", () => {
    const { upstreamTimeoutMs } = readConfig({ ...environment, DATABASE_URL: direct });
    expect(upstreamTimeoutMs).toBeGreaterThan(longestStatementMs + 1_000);
  });

  it("has an address for clients where it listens everywhere and PUBLIC_URL names none", () => {
    const read = (env: Record<string, string>) =>
      readConfig({ ...environment, DATABASE_URL: direct, ...env }).baseUrl;
    expect(read({ HOST: "::" })).toBe("http://[::1]:8080");
    expect(read({ HOST: "0.0.0.0", PORT: "81" })).toBe("http://127.0.0.1:81");
    expect(read({ HOST: "0.0.0.0", PUBLIC_URL: "https://api.example/" })).toBe("https://api.example");
  });

  it("takes a REDIS_URL of Redis alone, and none where it is empty", () => {
    const read = (REDIS_URL: string) =>
      readConfig({ ...environment, DATABASE_URL: direct, REDIS_URL }).redisUrl;
    expect([read(""), read("redis://127.0.0.1:6379"), read("rediss://u:p@redis.example")]).toEqual([
      undefined,
      "redis://127.0.0.1:6379",
      "rediss://u:p@redis.example",
    ]);
    for (const wrong of ["redis", "http://redis.example"]) expect(() => read(wrong)).toThrow("REDIS_URL");
  });

  it("asks for passwords unless SIGN_IN says otherwise, and for one of its words", () => {
    const read = (SIGN_IN?: string) => readConfig({ ...environment, DATABASE_URL: direct, SIGN_IN }).signIn;
    expect([read(), read(""), read("password"), read("picker")]).toEqual([
      "password",
      "password",
      "password",
      "picker",
    ]);
    for (const word of ["on", "none", "PICKER"]) expect(() => read(word)).toThrow("SIGN_IN");
  });
});
