import { openApiDocument, openApiFragment, type Resource } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";

const version = "1.0.0";
const freshMs = 60_000;

/**
 * The OpenAPI 3.1 document of the gateway's `own` resources and all services, as JSON text. It is built at most once a
 * minute. While a service does not answer, the previous document is given, if there is one.
 */
export function mergedOpenApi<D>(
  { clients, baseUrl, systemClock }: Pick<Deps, "clients" | "baseUrl" | "systemClock">,
  own: readonly Resource<D>[],
): () => Promise<string> {
  const { catalog, questions, invoices, flex } = clients;
  let present: { text: string; until: number } | undefined;
  let asked: Promise<string> | undefined;

  async function build(): Promise<string> {
    const others = await Promise.all(
      [catalog, questions, invoices, flex].map((service) => service.describe({})),
    );
    const text = JSON.stringify(openApiDocument([openApiFragment(own), ...others], { version, baseUrl }));
    present = { text, until: systemClock.monotonicMs() + freshMs };
    return text;
  }

  return async () => {
    if (present && present.until > systemClock.monotonicMs()) return present.text;
    asked ??= build().finally(() => {
      asked = undefined;
    });
    const earlier = present?.text;
    return earlier === undefined ? asked : asked.catch(() => earlier);
  };
}
