import { describe, expect, it } from "vitest";
import { shardUrlsOf } from "./placements.ts";

const url = "postgresql://flex@db-mla:5432/flex_mla";

describe("addresses of sites' databases", () => {
  it("are those of the variables that end with a site; empty ones are not set", () => {
    const env = {
      DATABASE_URL_MLA: url,
      DATABASE_URL_mlb: "",
      DATABASE_URL: url,
      FLEX_DATABASE_URL_MLC: url,
    };
    expect([...shardUrlsOf(env, "DATABASE_URL_")]).toEqual([["MLA", [url]]]);
  });

  it.each(["DATABASE_URL_mla", "DATABASE_URL_MLA2", "DATABASE_URL_"])("refuses %s, no site's", (name) => {
    expect(() => shardUrlsOf({ [name]: url }, "DATABASE_URL_")).toThrow(
      `Invalid configuration: ${name}: must end with the id of a site, such as DATABASE_URL_MLA`,
    );
  });
});
