import { common, type Problem } from "@marketplace/conventions";

/** How many bytes uploads may hold in memory whose callers are not known yet. */
export interface AnonymousLimits {
  /** All of them together. */
  bytes: number;
  /** Those of one client address. */
  bytesPerAddress: number;
}

/** The memory for uploads of unknown callers, shared by all requests of this process. */
export interface AnonymousMemory {
  /** Lets an upload from this address, or network of one client, begin; throws 429 or 503 when there is no room for it. */
  enter(address: string): Allowance;
  /** Bytes taken at present. */
  taken(): number;
}

/** What one upload takes of the memory. */
export interface Allowance {
  /** Takes more bytes; throws 429 `too_many_requests` over the limit of the address, 503 over the limit of all. */
  take(bytes: number): void;
  /** Gives back everything that was taken. */
  release(): void;
}

/** What an upload costs before its first file: its socket's and its parser's buffers, and its form fields. */
export const bytesOfAnUpload = 64 * 1024;

/** Long enough for an upload under way to end. */
const retryAfter = { headers: { "Retry-After": "5" } };

/** Memory within these limits. An address is forgotten as soon as it holds nothing. */
export function anonymousMemory({ bytes: most, bytesPerAddress }: AnonymousLimits): AnonymousMemory {
  const byAddress = new Map<string, number>();
  let total = 0;
  const refusal = (address: string, bytes: number): Problem | undefined => {
    if ((byAddress.get(address) ?? 0) + bytes > bytesPerAddress) return common.too_many_requests(retryAfter);
    return total + bytes > most ? common.service_unavailable(retryAfter) : undefined;
  };
  const add = (address: string, bytes: number) => {
    total += bytes;
    const held = (byAddress.get(address) ?? 0) + bytes;
    if (held > 0) byAddress.set(address, held);
    else byAddress.delete(address);
  };
  return {
    taken: () => total,
    enter(address) {
      let own = 0;
      let released = false;
      const allowance: Allowance = {
        take(bytes) {
          if (released) return;
          const problem = refusal(address, bytes);
          if (problem) throw problem;
          add(address, bytes);
          own += bytes;
        },
        release() {
          if (!released) add(address, -own);
          released = true;
        },
      };
      allowance.take(bytesOfAnUpload);
      return allowance;
    },
  };
}
