import { createCache } from "@marketplace/cache";
import type { Metrics } from "@marketplace/telemetry";
import { hashOf } from "../tokens/token-text.rules.ts";

/** What a client presents at the token endpoint, proven or not. */
export interface Credentials {
  id: string | undefined;
  secret: string | undefined;
}

/** Clients that authenticated lately, each with the secret it used. */
export interface ProvenClients {
  has(credentials: Credentials): boolean;
  add(credentials: Credentials): void;
  /** For a secret that proved wrong: it may have been changed. */
  delete(credentials: Credentials): void;
}

/**
 * LRU cache of successful client authentications, with hashes of the secrets. Only clients that know a secret
 * add entries, so nobody can evict others by inventing credentials.
 */
export function provenClients(metrics: Pick<Metrics, "cache">): ProvenClients {
  const proofs = createCache<string, true>({ name: "proven-clients", metrics, maxEntries: 10_000 });
  return {
    has: (credentials) => proofs.get(proofOf(credentials)) === true,
    add: (credentials) => proofs.set(proofOf(credentials), true),
    delete: (credentials) => proofs.delete(proofOf(credentials)),
  };
}

const proofOf = ({ id = "", secret = "" }: Credentials): string =>
  `${id} ${hashOf(secret).toString("base64url")}`;
