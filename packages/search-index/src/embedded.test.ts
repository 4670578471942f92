import { conformanceSynonyms, searchIndexConforms } from "./conformance/conformance.ts";
import { createEmbeddedIndex, type SiteSettings } from "./embedded.ts";

const settings: Record<string, SiteSettings> = {
  MLA: { language: "es", synonyms: conformanceSynonyms },
  MLB: { language: "pt" },
};

searchIndexConforms("the embedded index", async () =>
  createEmbeddedIndex({ settingsOf: (siteId) => settings[siteId] ?? { language: "en" } }),
);
