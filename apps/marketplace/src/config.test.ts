import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

describe("the configuration of start", () => {
  it("has defaults for everything", () => {
    expect(readConfig({}, "/base")).toEqual({
      port: 8080,
      host: "127.0.0.1",
      dataDir: "/base/.data",
      seed: "demo",
      jsonp: "on",
      logLevel: "warn",
    });
  });

  it("names every fault on one line", () => {
    const refused = () => readConfig({ PORT: "x", SEED: "full" }, "/base");
    expect(refused).toThrow(/^Invalid configuration: PORT: .*; SEED: .*$/);
  });

  it("takes an absolute data directory as it is", () => {
    expect(readConfig({ DATA_DIR: "/elsewhere" }, "/base").dataDir).toBe("/elsewhere");
  });
});
