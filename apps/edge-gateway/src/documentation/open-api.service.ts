import { createSingleFlight } from "@marketplace/cache";
import { openApiDocument, openApiFragment, type Resource } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { description, version } from "./pages/about.ts";

const freshMs = 60_000;

/**
 * The OpenAPI 3.1 document of the gateway's `own` resources and all services, as JSON text. A built
 * document is kept for a minute. While a service does not answer, the previous document is given, if any.
 */
export function mergedOpenApi<D>(
  { clients, baseUrl, systemClock }: Pick<Deps, "clients" | "baseUrl" | "systemClock">,
  own: readonly Resource<D>[],
): () => Promise<string> {
  // Services are named: in one process `clients` also has the gateway's own, whose resources are `own`.
  const { catalog, questions, orders, invoices, flex } = clients;
  let cached: { text: string; until: number } | undefined;
  const singleFlight = createSingleFlight<"document", string>();

  async function build(): Promise<string> {
    const services = [catalog, questions, orders, invoices, flex];
    const others = await Promise.all(services.map((service) => service.describe({})));
    const text = JSON.stringify(
      openApiDocument([openApiFragment(own), ...others], { version, description, baseUrl }),
    );
    cached = { text, until: systemClock.monotonicMs() + freshMs };
    return text;
  }

  return async () => {
    if (cached && cached.until > systemClock.monotonicMs()) return cached.text;
    const previous = cached?.text;
    const document = singleFlight("document", build);
    return previous === undefined ? document : document.catch(() => previous);
  };
}
