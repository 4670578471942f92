import { strongETag } from "@marketplace/conventions";
import { asCaller } from "@marketplace/testkit";
import fc from "fast-check";
import { expect, it } from "vitest";
import { phone, startCatalog } from "../catalog.fixture.ts";
import { itemOf } from "./item-row.ts";
import { itemWire } from "./item-wire.ts";

const { deps, list, http } = await startCatalog();

/** The item by way of Prisma and nothing kept. */
async function expected(id: string): Promise<string> {
  const row = await deps.db.client.item.findUniqueOrThrow({ where: { id } });
  return JSON.stringify(itemWire(itemOf(row), deps.webUrl));
}

const text = fc.string({ unit: "binary", maxLength: 30 }).map((given) => given.replaceAll("\0", ""));
const changes = fc.record({
  title: fc.oneof(text, fc.constantFrom('Ñandú "azul" \\ é\n', "")),
  price: fc.option(fc.integer({ min: 0, max: 999_999_999_999_999 }).map((cents) => cents / 100)),
  pictures: fc.array(fc.record({ id: text, url: fc.oneof(text, fc.constant("http://a.example/ñ.jpg")) })),
  attributes: fc.array(
    fc.record({ id: text, name: text, value_id: fc.option(text), value_name: fc.option(text) }),
  ),
  videoId: fc.option(text),
  domainId: fc.option(text),
  description: text,
  freeShipping: fc.boolean(),
  shippingTags: fc.array(text),
  availableQuantity: fc.nat(2 ** 31 - 1),
  status: fc.constantFrom("active", "paused", "closed", "under_review"),
  dateCreated: fc.date({ min: new Date(0), max: new Date("2099-12-31"), noInvalidDate: true }),
});

it("the text of an item is that of its row, byte for byte, whatever it holds and was before", async () => {
  const [id = ""] = await list(phone());
  await fc.assert(
    fc.asyncProperty(changes, async (data) => {
      // Past the service, which would count the version up: any UPDATE is seen.
      await deps.db.client.item.update({ where: { id }, data });
      const wanted = await expected(id);
      for (const time of ["first", "again"]) {
        const found = await deps.itemTexts(id);
        expect(found.text, time).toBe(wanted);
        expect(found.etag).toBe(strongETag(wanted));
      }
    }),
    { numRuns: 60 },
  );
});

it("two changes in one transaction are both seen, and what is rolled back is not", async () => {
  const [id = ""] = await list(phone({ title: "Antes" }));
  const change = async (title: string) => deps.items.update({ ...(await deps.items.get(id)), title });
  await deps.itemTexts(id);
  await deps.db
    .transaction(async () => {
      await change("Uno");
      expect((await deps.itemTexts(id)).text).toContain('"title":"Uno"');
      await change("Dos");
      expect((await deps.itemTexts(id)).text).toContain('"title":"Dos"');
      throw new Error("back");
    })
    .catch(() => {});
  expect((await deps.itemTexts(id)).text).toBe(await expected(id));
  expect((await deps.itemTexts(id)).text).toContain('"title":"Antes"');
});

it("an item that is gone or never was is not found, also after it was read", async () => {
  const [id = ""] = await list(phone());
  await deps.itemTexts(id);
  await deps.db.client.item.delete({ where: { id } });
  await expect(deps.itemTexts(id)).rejects.toThrow(`Item with id ${id} not found`);
});

it("a part of an item has an ETag of its own", async () => {
  const [id = ""] = await list(phone());
  const seen = new Set<string | undefined>();
  for (const query of ["", "?attributes=id", "?attributes=id,title"]) {
    const answer = await http.get(`/items/${id}${query}`, { as: asCaller() });
    expect(answer.headers.etag).toBe(strongETag(answer.text));
    seen.add(answer.headers.etag);
  }
  expect(seen.size).toBe(3);
});
