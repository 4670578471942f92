import { common, type Problem } from "@marketplace/conventions";

interface MemoryLimits {
  /** All of them together. */
  bytes: number;
  /** Those of one client address. */
  bytesPerAddress: number;
}

export type MemoryBudget = ReturnType<typeof createMemoryBudget>;

/** The part of the budget that one upload has reserved. */
export type Reservation = ReturnType<MemoryBudget["enter"]>;

/** What an upload costs before its first file: the buffers of its socket and parser, and its form fields. */
export const bytesPerUpload = 64 * 1024;

/** Uploads in progress usually end within this time. */
const retryAfter = { headers: { "Retry-After": "5" } };

/**
 * The memory budget of uploads whose callers are not authenticated yet, shared by all requests of this
 * process. An address is forgotten as soon as it has nothing reserved.
 */
export function createMemoryBudget({ bytes: most, bytesPerAddress }: MemoryLimits) {
  const byAddress = new Map<string, number>();
  let total = 0;
  const problemOf = (address: string, bytes: number): Problem | undefined => {
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
    /** Bytes taken at present. */
    taken: () => total,
    /** Begins an upload of a client address or network; throws 429 or 503 when it exceeds the budget. */
    enter(address: string) {
      let own = 0;
      let released = false;
      const reservation = {
        /** Takes more bytes; throws 429 over the limit of the address, 503 over the limit of all. */
        take(bytes: number): void {
          if (released) return;
          const problem = problemOf(address, bytes);
          if (problem) throw problem;
          add(address, bytes);
          own += bytes;
        },
        /** Gives back everything that was taken. */
        release(): void {
          if (!released) add(address, -own);
          released = true;
        },
      };
      reservation.take(bytesPerUpload);
      return reservation;
    },
  };
}
