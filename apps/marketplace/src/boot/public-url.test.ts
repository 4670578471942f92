import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { bannerOf } from "./banner.ts";
import { environmentsFor } from "./environments.ts";
import { sharedSettingsOf } from "./start.ts";

const DATA_DIR = await mkdtemp(join(tmpdir(), "public-url-"));
afterAll(() => rm(DATA_DIR, { recursive: true }));

const ownUrl = "http://127.0.0.1:8080";
const gatewayOf = async (env: NodeJS.ProcessEnv) => {
  const config = readConfig({ ...env, DATA_DIR }, "/base");
  const settings = await sharedSettingsOf(config, { ownerUrl: (name) => name }, ownUrl);
  return environmentsFor(settings)("gateway").PUBLIC_URL;
};

describe("PUBLIC_URL at start", () => {
  it("is where clients reach the services, so that cookies are Secure behind TLS", async () => {
    expect(await gatewayOf({ PUBLIC_URL: "https://shop.example/" })).toBe("https://shop.example");
    expect(await gatewayOf({})).toBe(ownUrl);
  });

  it("is in the banner beside the address of the server", () => {
    const demo = { users: {}, applications: {}, tokens: {}, fixtures: {} };
    const announced = { baseUrl: ownUrl, sandboxFile: "sandbox.json", demo, signIn: "password" } as const;
    expect(bannerOf({ ...announced, publicUrl: "https://shop.example" })).toMatch(
      /ready: +http:\/\/127\.0\.0\.1:8080\n.*at: +https:\/\/shop\.example\n/,
    );
    expect(bannerOf(announced)).not.toContain("Clients reach it");
  });

  it("is refused when it is no address of the web", () => {
    expect(() => readConfig({ PUBLIC_URL: "shop.example" }, "/base")).toThrow(/PUBLIC_URL/);
  });
});
