import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  countVariable,
  readEnvironment,
  readUrlVariable,
  serviceVariables,
  switchVariable,
  urlVariable,
} from "./environment.ts";

const schema = z.object({
  ...serviceVariables({ port: 8081, internalPort: 8091 }),
  catalogUrl: urlVariable("http://127.0.0.1:8081"),
  sweepGraceSeconds: countVariable({ min: 1, max: 60, fallback: 30 }),
  moderation: switchVariable("on"),
  databaseReadUrl: readUrlVariable(),
});
const required = { DATABASE_URL: "postgresql://x", INTERNAL_SECRET: "sixteen letters.." };

describe("an environment", () => {
  it("is read by the names of the settings, with defaults for variables that are unset or empty", () => {
    const config = readEnvironment(schema, {
      ...required,
      CATALOG_URL: "http://c:1/",
      MODERATION: "false",
      JSONP: "",
    });
    expect(config).toEqual({
      port: 8081,
      internalPort: 8091,
      internalHost: "127.0.0.1",
      host: "127.0.0.1",
      databaseUrl: "postgresql://x",
      databasePoolSize: 10,
      internalSecret: "sixteen letters..",
      logLevel: "info",
      jsonp: true,
      minFreeBytes: 268_435_456,
      shutdownDelayMs: 0,
      catalogUrl: "http://c:1",
      sweepGraceSeconds: 30,
      moderation: false,
    });
  });

  it.each(["p@ss/w:rd #1", "50%40 of ñ?", "a+b&c='\"\\"])("accepts the password %j as it is", (password) => {
    const config = readEnvironment(schema, {
      ...required,
      DATABASE_URL: "postgresql://flex@db:5432/flex?pooler=transaction",
      DATABASE_READ_URL: "postgresql://reader:of-its-own@replica/flex",
      DATABASE_PASSWORD: password,
    });
    const url = new URL(config.databaseUrl);
    expect(decodeURIComponent(url.password)).toBe(password);
    expect([url.username, url.host, url.pathname, url.search]).toEqual([
      "flex",
      "db:5432",
      "/flex",
      "?pooler=transaction",
    ]);
    // One that an address holds is the address's own.
    expect(config.databaseReadUrl).toBe("postgresql://reader:of-its-own@replica/flex");
  });

  it("names every issue at once", () => {
    const read = () =>
      readEnvironment(schema, {
        PORT: "x",
        INTERNAL_SECRET: "short",
        SWEEP_GRACE_SECONDS: "61",
        DATABASE_READ_URL: "http://replica",
      });
    expect(read).toThrow(
      /^Invalid configuration: PORT: .*; DATABASE_URL is required; INTERNAL_SECRET: must have at least 16 characters; SWEEP_GRACE_SECONDS: .*; DATABASE_READ_URL: .*$/,
    );
  });

  it.each(["65536", "-1", "80.5", "0x50", "1e3", " 80"])("rejects %j as a port", (PORT) => {
    expect(() => readEnvironment(schema, { ...required, PORT })).toThrow(
      "Invalid configuration: PORT: must be an integer from 0 to 65535",
    );
  });
});
