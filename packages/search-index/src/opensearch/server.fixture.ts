import { randomUUID } from "node:crypto";
import { conformanceSynonyms } from "../conformance/conformance.ts";
import type { SiteSettings } from "../embedded.ts";
import { createOpenSearchIndex, type OpenSearchOptions } from "./opensearch-index.ts";
import { createServer } from "./server.ts";

const settings: Record<string, SiteSettings> = {
  MLA: { language: "es", synonyms: conformanceSynonyms },
  MLB: { language: "pt" },
};

/** The server that the environment must name. */
export function serverUrl(env: NodeJS.ProcessEnv = process.env): string {
  const { OPENSEARCH_URL } = env;
  if (!OPENSEARCH_URL)
    throw new Error("OPENSEARCH_URL must name a server: run this with `pnpm test:opensearch`");
  return OPENSEARCH_URL;
}

export const newPrefix = (): string => `test-${randomUUID().slice(0, 8)}`;

/** Settings of an index as the conformance suite wants it. */
export const optionsFor = (prefix: string): OpenSearchOptions => ({
  nodes: [serverUrl()],
  prefix,
  timeoutMs: 60_000,
  settingsOf: (siteId) => settings[siteId] ?? { language: "en" },
});

export async function openIndex(options: OpenSearchOptions = optionsFor(newPrefix())) {
  const index = createOpenSearchIndex(options);
  await index.reload();
  return index;
}

/** Requests of the tests themselves. */
export const requests = () => createServer({ nodes: [serverUrl()], timeoutMs: 60_000 });

/** Removes the indices of a prefix. */
export async function removeIndices(prefix: string): Promise<void> {
  const server = requests();
  await server.call({ method: "DELETE", path: `/${prefix}-*` });
  await server.close();
}
