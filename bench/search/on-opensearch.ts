import { randomUUID } from "node:crypto";
import type { SearchIndex } from "@marketplace/search-index";
import type { Language } from "@marketplace/search-index/languages";
import { createOpenSearchIndex } from "@marketplace/search-index/opensearch";
import { startNode } from "@marketplace/search-index/test-server";

/**
 * An empty index on the server that OPENSEARCH_URL names, else on one of our own, made of jars as for the
 * tests. What it holds goes with it.
 */
export async function indexOnOpenSearch(
  language: Language,
): Promise<{ index: SearchIndex } & AsyncDisposable> {
  const node = process.env.OPENSEARCH_URL ? undefined : await startNode();
  const url = node?.url ?? process.env.OPENSEARCH_URL ?? "";
  const prefix = `bench-${randomUUID().slice(0, 8)}`;
  const settingsOf = () => ({ language });
  const index = createOpenSearchIndex({ nodes: [url], prefix, timeoutMs: 60_000, settingsOf });
  await index.reload();
  return {
    index,
    async [Symbol.asyncDispose]() {
      await index.close();
      if (node) await node.remove();
      else await fetch(`${url}/${prefix}-*`, { method: "DELETE" });
    },
  };
}
