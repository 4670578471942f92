import { rootCertificates } from "node:tls";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  certificateVariable,
  countVariable,
  optionalUrlsVariable,
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

  it.each(["", " ", "-1", "1.5", "0x10", "1e1", "+5", "61", "0", "many"])(
    "rejects %j as a count from 1 to 60",
    (text) => {
      const read = () => readEnvironment(schema, { ...required, SWEEP_GRACE_SECONDS: text });
      // An empty variable is not set.
      if (text === "") expect(read().sweepGraceSeconds).toBe(30);
      else
        expect(read).toThrow("Invalid configuration: SWEEP_GRACE_SECONDS: must be an integer from 1 to 60");
      expect(() => readEnvironment(schema, { ...required, MIN_FREE_BYTES: "x" })).toThrow(
        /MIN_FREE_BYTES: must be an integer from 0 on$/,
      );
    },
  );

  it.each(["nonsense", " ", "http://db.example/x", "db.example:5432/x", "postgresql://u:p#w@db/x"])(
    "rejects %j as a database",
    (DATABASE_URL) => {
      expect(() => readEnvironment(schema, { ...required, DATABASE_URL })).toThrow(
        "Invalid configuration: DATABASE_URL: must be an address of Postgres, such as postgresql://user@server:5432/name",
      );
    },
  );

  it.each([
    "postgres://db.example/x",
    "postgresql://user:p%40ss@[::1]:5432/x?pooler=transaction",
    "postgresql:///x?host=/var/run/postgresql",
    "postgresql://user:pw@/x?host=/var/run/postgresql",
  ])("takes %j as a database", (DATABASE_URL) => {
    expect(readEnvironment(schema, { ...required, DATABASE_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
    });
  });

  it("names a list once, whatever of it is wrong", () => {
    const lists = z.object({ nodes: optionalUrlsVariable() });
    expect(() => readEnvironment(lists, { NODES: "x,http://one,y" })).toThrow(
      /^Invalid configuration: NODES: must be an http or https address$/,
    );
  });

  it("takes the text of a certificate, and neither a path nor what is none", () => {
    const trust = z.object({ ca: certificateVariable() });
    const [pem = ""] = rootCertificates;
    expect(readEnvironment(trust, { CA: pem })).toEqual({ ca: pem });
    for (const text of ["nonsense", "/etc/ssl/ca.pem", pem.slice(0, 200)])
      expect(() => readEnvironment(trust, { CA: text })).toThrow("CA: must be the text of a PEM certificate");
  });

  it.each(["65536", "-1", "80.5", "0x50", "1e3", " 80"])("rejects %j as a port", (PORT) => {
    expect(() => readEnvironment(schema, { ...required, PORT })).toThrow(
      "Invalid configuration: PORT: must be an integer from 0 to 65535",
    );
  });
});
