import { afterEach, expect, test, vi } from "vitest";
import { readConfig } from "../config.ts";
import { assertServicesConfig } from "./services-config.ts";

afterEach(() => vi.unstubAllEnvs());

const check = (env: Record<string, string>) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return () => assertServicesConfig(readConfig(process.env, "/srv"));
};

test("wrong settings of several services are named in one line, each once", () => {
  const wrong = {
    RATE_LIMIT_PER_MINUTE: " ",
    QUESTION_MODERATION: "perhaps",
    OBJECT_STORE: "s3",
    S3_ENDPOINT: "http://objects.example",
    S3_ACCESS_KEY: "key",
    SMTP_URL: "relay.example",
  };
  expect(check(wrong)).toThrow(
    /^Invalid configuration: RATE_LIMIT_PER_MINUTE: [^;]*; S3_SECRET_KEY: [^;]*; QUESTION_MODERATION: [^;]*; SMTP_URL: [^;]*$/,
  );
});

test("what is set for one machine passes, the sites' databases of a deployment included", () => {
  const right = {
    HOST: "0.0.0.0",
    RATE_LIMIT_PER_MINUTE: "60",
    DATABASE_URL_MLA: "nonsense",
    DATABASE_URL: "x",
  };
  expect(check(right)).not.toThrow();
});
