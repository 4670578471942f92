import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, type Product } from "../product/product.ts";
import { opened } from "./browser.ts";

const { page: visit } = opened();
const library = createRequire(import.meta.url).resolve("mercadolibre-sdk-js");
/** The page of an application, on this machine too: Chromium lets no other page read from it unasked. */
const shop = createServer((_, response) =>
  response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Shop</title>"),
);
// Use a separate product: the library sends no token where nobody has signed in with it.
let dataDir = "";
let product: Product;

beforeAll(async () => {
  await once(shop.listen(0, "127.0.0.1"), "listening");
  dataDir = await mkdtemp(join(tmpdir(), "marketplace-anonymous-"));
  product = await launch({ dataDir, prepared: true, env: { ANONYMOUS_READS: "on" } });
}, 400_000);
afterAll(async () => {
  shop.closeAllConnections();
  shop.close();
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A page that has loaded the library and told it where the API is. */
async function shopPage(): Promise<Page> {
  const { page } = await visit();
  const host = `localhost:${(shop.address() as AddressInfo).port}`;
  await page.goto(`http://${host}/`);
  await page.addScriptTag({ path: library });
  const { client_id } = product.sandbox.applications.default;
  const options = { client_id, xauth_domain: host, xd_url: "/xd.html" };
  await page.evaluate(
    `MELI.baseURL = ${JSON.stringify(product.baseUrl)}; MELI.init(${JSON.stringify(options)})`,
  );
  return page;
}

/** What the library gives its callback: status, headers and body. */
const read = (page: Page, path: string, params = {}): Promise<[number, object, unknown]> =>
  page.evaluate(`new Promise((done) => MELI.get(${JSON.stringify(path)}, ${JSON.stringify(params)}, done))`);

describe("mercadolibre-sdk-js, on a page of another host", () => {
  it("reads what is public by JSONP, without a token", async () => {
    const page = await shopPage();
    const { fixtures } = product.sandbox;
    const roots = expect.arrayContaining([expect.objectContaining({ id: fixtures.category_root })]);
    expect(await read(page, "/sites/MLA/categories")).toEqual([200, expect.any(Object), roots]);
    expect(await read(page, `/items/${fixtures.item_active}`)).toMatchObject([
      200,
      {},
      { id: fixtures.item_active },
    ]);
    const found = { paging: { total: expect.any(Number) }, results: expect.any(Array) };
    expect(await read(page, "/sites/MLA/search", { q: "a", limit: 2 })).toMatchObject([200, {}, found]);
  });

  it("reads with the token that the page has, and is told what is refused without it", async () => {
    const page = await shopPage();
    const { id, access_token } = product.sandbox.users.buyer_mla;
    expect(await read(page, "/users/me", { access_token })).toMatchObject([200, {}, { id }]);
    expect(await read(page, "/users/me")).toMatchObject([403, {}, { error: "access_token_not_granted" }]);
  });
});
