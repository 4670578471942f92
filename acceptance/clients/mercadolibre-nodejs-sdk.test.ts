import * as meli from "mercadolibre-nodejs-sdk";
import { describe, expect, it } from "vitest";
import { baseUrl } from "../api/api.ts";
import { fixtures, newItem, users } from "../api/world.ts";
import { clientId, clientSecret } from "./consent.ts";
import { type Library, walkthrough } from "./walkthrough.ts";

type Callback = Parameters<meli.ItemsApi["itemsIdGet"]>[1];

/** Promisifies a function of the library, which takes a callback. */
const answerOf = (call: (callback: Callback) => void): Promise<unknown> =>
  new Promise((resolve, reject) => {
    call((error, _data, response) =>
      error ? reject(new Error(JSON.stringify(response?.body ?? error))) : resolve(response?.body),
    );
  });

function client(defaultHeaders: Record<string, string> = {}): meli.ApiClient {
  return Object.assign(new meli.ApiClient(), { basePath: baseUrl, defaultHeaders });
}

/** The library's client for any resource. It sends the whole address as one encoded path segment. */
function library(): Library {
  const oauth = new meli.OAuth20Api(client());
  const rest = new meli.RestClientApi(client());
  let tokens = { access_token: "", refresh_token: "" };
  const exchange = async (grant: Record<string, string>) => {
    const body = await answerOf((done) => oauth.getToken({ clientId, clientSecret, ...grant }, done));
    // The library has no types: its users rely on the fields of an answer in the same way.
    tokens = body as typeof tokens;
    return body;
  };
  const addressOf = (path: string, params?: Record<string, string>) =>
    path.slice(1) + (params ? `?${new URLSearchParams(params)}` : "");
  return {
    login: (code, redirectUri) => exchange({ grantType: "authorization_code", code, redirectUri }),
    refresh: () => exchange({ grantType: "refresh_token", refreshToken: tokens.refresh_token }),
    get: (path, params) =>
      answerOf((done) => rest.resourceGet(addressOf(path, params), tokens.access_token, done)),
    post: (path, body) =>
      answerOf((done) => rest.resourcePost(addressOf(path), tokens.access_token, body, done)),
    put: (path, body) =>
      answerOf((done) => rest.resourcePut(addressOf(path), tokens.access_token, body, done)),
    remove: (path) => answerOf((done) => rest.resourceDelete(addressOf(path), tokens.access_token, done)),
  };
}

describe("mercadolibre-nodejs-sdk", () => {
  walkthrough(library);

  describe("by its own functions", () => {
    const token = users.seller_mla.access_token;
    const api = client({ Authorization: `Bearer ${token}` });
    const items = new meli.ItemsApi(api);
    const categories = new meli.CategoriesApi(api);

    it("reads and changes an item", async () => {
      const id = await newItem(users.seller_mla);
      await answerOf((done) => items.itemsIdPut(id, token, { available_quantity: 3 }, done));
      const read = await answerOf((done) => items.itemsIdGet(id, done));
      expect(read).toMatchObject({ id, available_quantity: 3 });
    });

    it("publishes an item as its documentation shows, with a price as text", async () => {
      const model = await answerOf((done) => items.itemsIdGet(fixtures.item_active, done));
      // The demo's item is a valid model of another one.
      const { category_id, attributes } = model as { category_id: string; attributes: object[] };
      const item = {
        title: "Item de test - No Ofertar",
        category_id,
        price: "350",
        currency_id: "ARS",
        available_quantity: "12",
        buying_mode: "buy_it_now",
        listing_type_id: "bronze",
        condition: "new",
        description: "Item de Teste. Mercado Livre SDK",
        video_id: "RXWn6kftTHY",
        pictures: [
          {
            source:
              "https://http2.mlstatic.com/storage/developers-site-cms-admin/openapi/319968615067-mp3.jpg",
          },
        ],
        attributes,
      };
      const published = await answerOf((done) => items.itemsPost(token, item, done));
      expect(published).toMatchObject({ price: 350, available_quantity: 12, status: "active" });
    });

    it("reads categories, and predicts one", async () => {
      const { category_leaf, category_root } = fixtures;
      const roots = await answerOf((done) => categories.sitesSiteIdCategoriesGet("MLA", done));
      expect(roots).toContainEqual(expect.objectContaining({ id: category_root }));
      const leaf = await answerOf((done) => categories.categoriesCategoryIdGet(category_leaf, done));
      expect(leaf).toMatchObject({ id: category_leaf });
      const predicted = await answerOf((done) =>
        categories.sitesSiteIdDomainDiscoverySearchGet("MLA", "celular samsung", "1", done),
      );
      expect(predicted).toMatchObject([{ category_id: expect.any(String) }]);
    });
  });
});
