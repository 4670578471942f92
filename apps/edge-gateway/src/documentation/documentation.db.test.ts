import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";

const { http } = await startGateway();

interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, { operationId: string }>>;
  components: { schemas: Record<string, unknown> };
}

describe("/openapi.json", () => {
  it("is valid OpenAPI 3.1 and needs no token", async () => {
    const document = (await http.get("/openapi.json")).json<Document>();
    expect(document.openapi).toBe("3.1.0");
    expect(document.servers).toEqual([{ url: "http://market.test" }]);
    const { valid, errors } = await new Validator().validate({ ...document });
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it("has a title, the release as its version, a license and an introduction", async () => {
    const { info } = (await http.get("/openapi.json")).json<{ info: object }>();
    expect(info).toEqual({
      title: "Marketplace API",
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      description: expect.stringContaining("Authorize"),
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    });
  });

  it("names every operation once and defines every shape it refers to", async () => {
    const answer = await http.get("/openapi.json");
    const { paths, components } = answer.json<Document>();
    const ids = Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids).toContain("getToken");
    expect(ids).toEqual([...new Set(ids)]);
    const referred = [...answer.text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(referred));
  });
});

describe("/docs", () => {
  it("loads everything from its own address, and may load nothing else", async () => {
    const page = await http.get("/docs");
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? "");
    for (const address of loaded.filter((each) => !each.startsWith("data:"))) {
      expect(address).toMatch(/^\/[^/]/);
      expect((await http.get(address)).status).toBe(200);
    }
    const policy = page.headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy.match(/https?:\/\/[^ ;]+/g)).toEqual(["http://market.test"]);
  });

  it("serves the script compressed when the client accepts it", async () => {
    const zipped = await http.get("/docs/swagger-ui.js", { headers: { "Accept-Encoding": "gzip" } });
    const plain = await http.get("/docs/swagger-ui.js");
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(zipped.text).toBe(plain.text);
    expect(plain.text).toContain("SwaggerUIBundle");
    const again = await http.get("/docs/swagger-ui.js", {
      headers: { "If-None-Match": plain.headers.etag ?? "" },
    });
    expect(again.status).toBe(304);
  });
});
