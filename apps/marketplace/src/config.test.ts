import { serverLimits } from "@marketplace/server";
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
      metricsPort: undefined,
      metricsHost: "127.0.0.1",
      shutdownDelayMs: 0,
      ...serverLimits,
    });
  });

  it("names every issue on one line", () => {
    const refused = () => readConfig({ PORT: "x", SEED: "full", MAX_CONNECTIONS: "0" }, "/base");
    expect(refused).toThrow(/^Invalid configuration: PORT: .*; SEED: .*; MAX_CONNECTIONS: .*$/);
  });

  it.each(["80801", "-1", "8080.5", "0x1F90", "1e3", " 8080"])("refuses the port %j", (PORT) => {
    expect(() => readConfig({ PORT }, "/base")).toThrow(
      "Invalid configuration: PORT: must be an integer from 0 to 65535",
    );
  });

  it("takes an empty variable for one that is not set", () => {
    expect(readConfig({ PORT: "", HOST: "", DATA_DIR: "", SEED: "" }, "/base")).toEqual(
      readConfig({}, "/base"),
    );
  });

  it("takes an absolute data directory as it is", () => {
    expect(readConfig({ DATA_DIR: "/elsewhere" }, "/base").dataDir).toBe("/elsewhere");
  });
});
