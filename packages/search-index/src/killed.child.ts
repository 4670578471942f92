import { createEmbeddedIndex } from "./embedded.ts";

/** Puts an item, saves, and says so, without end: for tests that kill it. The cursor counts the items. */
const index = createEmbeddedIndex({ folder: process.argv[2], settingsOf: () => ({ language: "es" }) });
for (let no = Number(index.cursor() ?? 0) + 1; ; no++) {
  const fields = { title: `mesa ${no}`, brandAndModel: "", attributes: "", category: "" };
  const item = { no, siteId: "MLA", sellerId: 1, price: no, keys: ["condition=new"], fields };
  await index.apply({ put: [item], remove: [], cursor: String(no) });
  await index.save();
  process.send?.(no);
}
