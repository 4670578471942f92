import { hashOf } from "../tokens/token-text.rules.ts";

/** What a client presents at the token endpoint, proven or not. */
export interface Credentials {
  id: string | undefined;
  secret: string | undefined;
}

/** Clients that proved themselves lately, each with the very secret it did so with. */
export interface ProvenClients {
  has(credentials: Credentials): boolean;
  add(credentials: Credentials): void;
  /** A secret that was changed proves nothing any more. */
  delete(credentials: Credentials): void;
}

/**
 * Remembers proofs in this process, the one used least lately dropped first. Only who knows a secret adds to it, so nobody pushes others
 * out with invented ones; secrets are kept as hashes.
 */
export function provenClients(maxClients = 10_000): ProvenClients {
  const proofs = new Set<string>();
  return {
    has: (credentials) => proofs.has(proofOf(credentials)),
    add(credentials) {
      const proof = proofOf(credentials);
      proofs.delete(proof);
      proofs.add(proof);
      const [oldest] = proofs;
      if (proofs.size > maxClients && oldest !== undefined) proofs.delete(oldest);
    },
    delete: (credentials) => void proofs.delete(proofOf(credentials)),
  };
}

const proofOf = ({ id = "", secret = "" }: Credentials): string =>
  `${id} ${hashOf(secret).toString("base64url")}`;
