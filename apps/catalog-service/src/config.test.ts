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
      searchDriver: "embedded",
    });
  });

  it("names every problem at once", () => {
    const read = () =>
      readConfig({ ...env, PORT: "http", DATABASE_POOL_SIZE: "0", INTERNAL_SECRET: "short" });
    expect(read).toThrow(/PORT.*DATABASE_POOL_SIZE.*INTERNAL_SECRET/s);
  });

  it("takes a search server by its address, and user and password together", () => {
    const opensearch = { ...env, SEARCH_DRIVER: "opensearch" };
    const OPENSEARCH_URL = "https://one:9200, https://two:9200/";
    expect(readConfig({ ...opensearch, OPENSEARCH_URL })).toMatchObject({
      opensearchUrl: ["https://one:9200", "https://two:9200"],
      opensearchPrefix: "marketplace",
      opensearchReplicas: 1,
    });
    expect(() => readConfig(opensearch)).toThrow(
      "OPENSEARCH_URL: is needed when SEARCH_DRIVER is opensearch",
    );
    expect(() => readConfig({ ...opensearch, OPENSEARCH_URL: "search:9200" })).toThrow("OPENSEARCH_URL");
    expect(() => readConfig({ ...opensearch, OPENSEARCH_URL, OPENSEARCH_USERNAME: "market" })).toThrow(
      "OPENSEARCH_PASSWORD: is needed with OPENSEARCH_USERNAME",
    );
    expect(() => readConfig({ ...opensearch, OPENSEARCH_URL, OPENSEARCH_PREFIX: "Market*" })).toThrow(
      "OPENSEARCH_PREFIX",
    );
    expect(() => readConfig({ ...env, SEARCH_DRIVER: "elastic" })).toThrow("SEARCH_DRIVER");
  });

  it("takes the languages in which sites are searched", () => {
    const read = (SEARCH_LANGUAGES: string) => readConfig({ ...env, SEARCH_LANGUAGES }).searchLanguages;
    expect(read("MLA=en, MLU=pt")).toEqual({ MLA: "en", MLU: "pt" });
    expect(readConfig(env).searchLanguages).toBeUndefined();
    expect(() => read("MLA=de")).toThrow("SEARCH_LANGUAGES: the language of MLA must be one of es, pt, en");
    expect(() => read("mla=en")).toThrow('SEARCH_LANGUAGES: "mla" is no site');
    expect(() => read("MLA=en,")).toThrow('SEARCH_LANGUAGES: "" is no site');
  });
});
