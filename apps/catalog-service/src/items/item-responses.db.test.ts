import { strongETag } from "@marketplace/conventions";
import { asCaller } from "@marketplace/testkit";
import fc from "fast-check";
import { expect, it } from "vitest";
import { phone, startCatalog } from "../catalog.fixture.ts";
import { itemOf } from "./items.repo.ts";
import { itemWire } from "./items.service.ts";

const { deps, list, http } = await startCatalog();

/** The item through Prisma, without the cache. */
async function expected(id: string): Promise<string> {
  const row = await deps.db.client.item.findUniqueOrThrow({ where: { id } });
  return JSON.stringify(itemWire(itemOf(row), deps.links));
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

it("a response equals the serialized row, byte for byte, after every change", async () => {
  const [id = ""] = await list(phone());
  await fc.assert(
    fc.asyncProperty(changes, async (data) => {
      // Not through the service, which increments the version: every UPDATE invalidates.
      await deps.db.client.item.update({ where: { id }, data });
      const wanted = await expected(id);
      for (const time of ["first", "again"]) {
        const found = await deps.itemResponses(id);
        expect(found.text, time).toBe(wanted);
        expect(found.etag).toBe(strongETag(wanted));
      }
    }),
    { numRuns: 60 },
  );
});

it("two changes in one transaction are both visible, and a rollback takes both back", async () => {
  const [id = ""] = await list(phone({ title: "Antes" }));
  const change = async (title: string) => deps.items.update({ ...(await deps.items.get(id)), title });
  await deps.itemResponses(id);
  await deps.db
    .transaction(async () => {
      await change("Uno");
      expect((await deps.itemResponses(id)).text).toContain('"title":"Uno"');
      await change("Dos");
      expect((await deps.itemResponses(id)).text).toContain('"title":"Dos"');
      throw new Error("back");
    })
    .catch(() => {});
  expect((await deps.itemResponses(id)).text).toBe(await expected(id));
  expect((await deps.itemResponses(id)).text).toContain('"title":"Antes"');
});

it("a deleted or unknown item is not found, also when it is cached", async () => {
  const [id = ""] = await list(phone());
  await deps.itemResponses(id);
  await deps.db.client.item.delete({ where: { id } });
  await expect(deps.itemResponses(id)).rejects.toThrow(`Item with id ${id} not found`);
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
