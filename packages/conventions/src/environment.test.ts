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
  ...serviceVariables({ port: 8081 }),
  catalogUrl: urlVariable("http://127.0.0.1:8081"),
  sweepGraceSeconds: countVariable({ min: 1, max: 60, fallback: 30 }),
  moderation: switchVariable("on"),
  databaseReadUrl: readUrlVariable(),
});
const required = { DATABASE_URL: "postgresql://x", INTERNAL_SECRET: "sixteen letters.." };

describe("an environment", () => {
  it("is read by the names of the settings, with defaults for what is not set or empty", () => {
    const config = readEnvironment(schema, {
      ...required,
      CATALOG_URL: "http://c:1/",
      MODERATION: "false",
      JSONP: "",
    });
    expect(config).toEqual({
      port: 8081,
      host: "127.0.0.1",
      databaseUrl: "postgresql://x",
      databasePoolSize: 10,
      internalSecret: "sixteen letters..",
      logLevel: "info",
      jsonp: true,
      shutdownDelayMs: 0,
      catalogUrl: "http://c:1",
      sweepGraceSeconds: 30,
      moderation: false,
    });
  });

  it("names every fault at once", () => {
    const read = () =>
      readEnvironment(schema, {
        ...{ PORT: "x", INTERNAL_SECRET: "short", SWEEP_GRACE_SECONDS: "61" },
        DATABASE_READ_URL: "http://replica",
      });
    expect(read).toThrow(
      /^Invalid configuration: PORT: .*; DATABASE_URL is required; INTERNAL_SECRET: must have at least 16 characters; SWEEP_GRACE_SECONDS: .*; DATABASE_READ_URL: .*$/,
    );
  });

  it.each(["65536", "-1", "80.5", "0x50", "1e3", " 80"])("takes %j for no port", (PORT) => {
    expect(() => readEnvironment(schema, { ...required, PORT })).toThrow(
      "Invalid configuration: PORT: must be an integer from 0 to 65535",
    );
  });
});
