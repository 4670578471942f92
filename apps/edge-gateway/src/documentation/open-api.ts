import type { OpenApiFragment } from "@marketplace/conventions";
import { openApiDocument, type SystemClock } from "@marketplace/conventions";

type Describe = () => Promise<OpenApiFragment>;

interface Parts {
  /** Every service, the gateway first. */
  describers: readonly Describe[];
  baseUrl: string;
  clock: SystemClock;
}

const version = "1.0.0";
const freshMs = 60_000;

/**
 * The merged OpenAPI 3.1 document as JSON text, asked of the services at most once a minute. A service that does not
 * answer makes it unavailable, unless an earlier document is there to be given again.
 */
export function mergedOpenApi({ describers, baseUrl, clock }: Parts): () => Promise<string> {
  let present: { text: string; until: number } | undefined;
  let asked: Promise<string> | undefined;

  async function build(): Promise<string> {
    const fragments = await Promise.all(describers.map((describe) => describe()));
    const text = JSON.stringify(openApiDocument(fragments, { version, baseUrl }));
    present = { text, until: clock.monotonicMs() + freshMs };
    return text;
  }

  return async () => {
    if (present && present.until > clock.monotonicMs()) return present.text;
    asked ??= build().finally(() => {
      asked = undefined;
    });
    const earlier = present?.text;
    return earlier === undefined ? asked : asked.catch(() => earlier);
  };
}
