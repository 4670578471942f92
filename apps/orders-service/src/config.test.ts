import { expect, test } from "vitest";
import { readConfig } from "./index.ts";

const needed = {
  DATABASE_URL: "postgresql://127.0.0.1/orders",
  INTERNAL_SECRET: "sixteen or more characters",
};

test("the database and the deployment's secret are all that must be said", () => {
  expect(readConfig(needed)).toMatchObject({
    port: 8085,
    host: "127.0.0.1",
    jsonp: true,
    databasePoolSize: 10,
  });
});

test("one error names every problem of the environment", () => {
  const read = () => readConfig({ PORT: "http", INTERNAL_SECRET: "short", JSONP: "maybe" });
  expect(read).toThrow(/PORT.*DATABASE_URL.*INTERNAL_SECRET.*JSONP/);
});
