import { startNode, type TestNode } from "./node.ts";

let node: TestNode | undefined;

/** The server of all tests: the one that OPENSEARCH_URL names, else one of our own. */
export async function setup(): Promise<void> {
  if (process.env.OPENSEARCH_URL) return;
  node = await startNode();
  process.env.OPENSEARCH_URL = node.url;
}

export async function teardown(): Promise<void> {
  await node?.remove();
}
