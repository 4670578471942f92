import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const env = { DATABASE_URL: "postgresql://localhost/catalog", INTERNAL_SECRET: "sixteen letters!" };

describe("the configuration", () => {
  it("needs no more than a database and the secret", () => {
    expect(readConfig(env)).toMatchObject({
      port: 8081,
      host: "127.0.0.1",
      databasePoolSize: 10,
      jsonp: true,
      predictionSiblings: false,
    });
  });

  it("names every problem at once", () => {
    const read = () =>
      readConfig({ ...env, PORT: "http", DATABASE_POOL_SIZE: "0", INTERNAL_SECRET: "short" });
    expect(read).toThrow(/PORT.*DATABASE_POOL_SIZE.*INTERNAL_SECRET/s);
  });
});
