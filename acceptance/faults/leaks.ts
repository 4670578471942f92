import { descriptorsOf, memoryOf, servicesOf } from "../product/processes.ts";
import { becomesTrue } from "./settle.ts";
import type { Tally } from "./tally.ts";

/** What a process holds. */
interface Held {
  descriptors: number;
  /** Resident memory in bytes. */
  memory: number;
}

const heldBy = (pid: number): Held => ({ descriptors: descriptorsOf(pid), memory: memoryOf(pid) });

/** Connections and heaps grow to their working size; more than this is a leak. */
const room = { descriptors: 60, memory: 200 * 1024 * 1024 };

/** Notes what every process holds; the answer holds what they have later against it. */
export function noteVitals(dataDir: string, tally: Tally): () => Promise<void> {
  const before = vitals(dataDir);
  return async () => {
    const excess = () =>
      [...vitals(dataDir)].filter(([name, now]) => {
        const then = before.get(name) ?? { descriptors: 0, memory: 0 };
        return (
          now.descriptors > then.descriptors + room.descriptors || now.memory > then.memory + room.memory
        );
      });
    await becomesTrue(() => excess().length === 0);
    for (const [name, { descriptors, memory }] of excess())
      tally.leaks.push(
        `${name}: ${descriptors} descriptors, ${memory} bytes; before ${JSON.stringify(before.get(name))}`,
      );
  };
}

/** By service and position in the list, so that a successor is compared with the process that it replaced. */
const vitals = (dataDir: string): Map<string, Held> =>
  new Map(servicesOf(dataDir).map(({ name, pid }, index) => [`${index} ${name}`, heldBy(pid)]));
