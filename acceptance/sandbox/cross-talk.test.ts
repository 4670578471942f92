import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { get, post, put } from "../api/api.ts";
import { documents, formOf } from "../invoices/packs.ts";
import { startReceiver } from "../notifications/receiver.ts";
import { newWorld, type WorldDocument } from "./lab.ts";

// Making worlds takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

/** What can be done in a world, and what shows it there and nowhere else. The mark is the world's own. */
const deeds = {
  async question(world: WorldDocument, mark: string) {
    const body = { item_id: world.fixtures.item_active, text: `Question ${mark}?` };
    const asked = await post("/questions", { as: world.users.buyer_mla, body });
    expect({ status: asked.status, text: asked.text }).toMatchObject({ status: 201 });
  },
  async title(world: WorldDocument, mark: string) {
    const body = { title: `Telephone ${mark}` };
    const changed = await put(`/items/${world.fixtures.item_active_2}`, { as: world.users.seller_mla, body });
    expect({ status: changed.status, text: changed.text }).toMatchObject({ status: 200 });
  },
  async file(world: WorldDocument, mark: string) {
    const path = documents(world.fixtures.pack_empty);
    const form = formOf({ name: `${mark}.pdf`, bytes: `%PDF-1.4\n${mark}\n` });
    const stored = await post(path, { as: world.users.seller_mla, body: form });
    expect([200, 409]).toContain(stored.status);
  },
} as const;

type Deed = keyof typeof deeds;

/** Everything of a world in which a mark may be seen, caches included: each path is read twice. */
async function shown({ users, fixtures }: WorldDocument): Promise<string> {
  const as = users.seller_mla;
  const paths = [
    `/questions/search?item=${fixtures.item_active}&api_version=4&sort_fields=date_created&sort_types=DESC&limit=50`,
    `/items/${fixtures.item_active_2}`,
    `/sites/MLA/search?q=telephone&seller_id=${users.seller_mla.id}`,
    `/packs/${fixtures.pack_empty}/fiscal_documents`,
    `/my/received_questions/search?api_version=4`,
  ];
  const answers = await Promise.all([...paths, ...paths].map((path) => get(path, { as })));
  return answers.map(({ text }) => text).join("\n");
}

test("what is done in several worlds at once is seen in its own only", { timeout: 600_000 }, async () => {
  const worlds = await Promise.all([newWorld(), newWorld(), newWorld()]);
  const step = fc.record({
    world: fc.nat({ max: worlds.length - 1 }),
    deed: fc.constantFrom<Deed>("question", "title", "file"),
    number: fc.integer({ min: 100_000, max: 999_999 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      await Promise.all(
        steps.map(async ({ world: index, deed, number }) => {
          const world = worlds[index];
          if (world) await deeds[deed](world, `${world.world.id}x${number}`);
        }),
      );
      const texts = await Promise.all(worlds.map(shown));
      for (const [index, world] of worlds.entries()) {
        const foreign = worlds.flatMap(({ world: { id } }) => (id === world.world.id ? [] : [`${id}x`]));
        for (const mark of foreign) expect(texts[index]).not.toContain(mark);
      }
    }),
    { numRuns: 5 },
  );
});

test("notifications of a world go to the receivers of its own applications only", async () => {
  const receivers = [await startReceiver(), await startReceiver()];
  onTestFinished(() => Promise.all(receivers.map((receiver) => receiver.close())).then(() => {}));
  const worlds = [await newWorld(), await newWorld()];
  for (const [index, world] of worlds.entries()) {
    const { id } = world.applications.default;
    const body = { callback_url: receivers[index]?.url, topics: ["questions"] };
    const changed = await put(`/applications/${id}`, { as: world.users.seller_mla, body });
    expect({ status: changed.status, text: changed.text }).toMatchObject({ status: 200 });
  }
  const [first, second] = worlds;
  if (!first || !second) throw new Error("two worlds were made");
  await deeds.question(first, "for the first receiver");
  await expect.poll(() => receivers[0]?.received.length).toBeGreaterThan(0);
  expect(JSON.stringify(receivers[0]?.received)).toContain(String(first.applications.default.id));
  expect(receivers[1]?.received).toEqual([]);
});
