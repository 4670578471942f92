import type { Writing } from "./load.ts";
import { priceOf, titleOf } from "./world.ts";

/** The edited item shows its last acknowledged version or one of unknown outcome, never a mix of two. */
export async function checkItem({ ask, world, ledger, tally }: Writing): Promise<void> {
  const answer = await ask("GET", `/items/${world.edited}`, { token: world.seller.access_token });
  const { title, price } = answer.json<{ title: string; price: number }>();
  const shown = price - priceOf(0);
  if (title !== titleOf(shown)) tally.halfVisible.push(`item: "${title}" at ${price}`);
  const last = ledger.versions.findLast(({ outcome }) => outcome === "acknowledged")?.version ?? 0;
  const unknown = ledger.versions
    .filter(({ outcome }) => outcome === "unknown")
    .map(({ version }) => version);
  if (shown !== last && !unknown.includes(shown))
    tally.lost.push(`item: version ${last} was acknowledged, ${shown} is shown`);
}
