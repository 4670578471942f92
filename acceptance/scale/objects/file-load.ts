import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { OrderWrite } from "../../faults/ledger.ts";
import { buyOnce, deleteFilesOf, newFiles, readFile, uploadFiles, type Writing } from "../../faults/load.ts";
import { longestGap } from "../probe.ts";

/** What clients saw of one kind of request. */
export interface Seen {
  answered: number;
  /** Answered 5xx, or not at all. */
  refused: number;
  /** The longest time without one that was answered, in seconds. */
  unavailableSeconds: number;
}

/** Clients that upload and read invoice files. */
export interface FileLoad {
  uploads(): Seen;
  reads(): Seen;
  /** MD5 of each file that was acknowledged and that nobody deletes: what S3 calls its ETag. */
  etags: ReadonlySet<string>;
  /** Ends it; resolves after the last answers. */
  stop(): Promise<void>;
}

const everyMs = 300;
/** Requests hang while a server does not answer; others go on meanwhile. */
const maxOpen = 40;
const shareDeleted = 0.15;

/** Starts an upload of one file or two, and a read of an earlier one, several times a second. */
export function startFileLoad(writing: Writing): FileLoad {
  const uploads = counter();
  const reads = counter();
  const etags = new Set<string>();
  const stopping = new AbortController();
  const loops = [
    repeat(stopping.signal, () => uploadAndRead(writing, { uploads, reads, etags })),
    repeat(stopping.signal, () => readOne(writing, reads)),
  ];
  return {
    uploads: uploads.seen,
    reads: reads.seen,
    etags,
    async stop() {
      stopping.abort();
      uploads.end();
      reads.end();
      await Promise.all(loops);
    },
  };
}

interface Counter {
  note(isAnswered: boolean): void;
  /** Ends the time in which answers are expected. */
  end(): void;
  seen(): Seen;
}

function counter(): Counter {
  const answeredAt = [performance.now()];
  let refused = 0;
  let endedAt: number | undefined;
  return {
    note(isAnswered) {
      if (isAnswered) answeredAt.push(performance.now());
      else refused += 1;
    },
    end() {
      endedAt = performance.now();
    },
    seen() {
      // A request that has not come back by now counts, too.
      const now = endedAt ?? performance.now();
      const moments = [...answeredAt.filter((moment) => moment <= now), now];
      return { answered: answeredAt.length - 1, refused, unavailableSeconds: longestGap(moments) / 1_000 };
    },
  };
}

/** Starts the work again and again without waiting for it; resolves when the last one is done. */
async function repeat(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const open = new Set<Promise<void>>();
  while (!signal.aborted) {
    if (open.size < maxOpen) {
      const one = work();
      open.add(one);
      void one.finally(() => open.delete(one));
    }
    await delay(everyMs, undefined, { signal }).catch(() => {});
  }
  await Promise.all(open);
}

interface Notes {
  uploads: Counter;
  reads: Counter;
  etags: Set<string>;
}

async function uploadAndRead(writing: Writing, { uploads, reads, etags }: Notes): Promise<void> {
  const { outcome, id } = await buyOnce(writing, undefined);
  if (id === undefined) return;
  const order: OrderWrite = { kind: "order", outcome, key: undefined, id, uploads: [] };
  writing.ledger.orders.push(order);
  const files = newFiles(writing.random);
  await uploadFiles(writing, order, files);
  const isAcknowledged = files.written.outcome === "acknowledged";
  uploads.note(isAcknowledged);
  if (!isAcknowledged) return;
  const isKept = writing.random() >= shareDeleted;
  if (isKept) for (const bytes of files.bodies) etags.add(createHash("md5").update(bytes).digest("hex"));
  // What was answered can be read at once.
  reads.note((await readFile(writing, order)) === 200);
  if (!isKept) await deleteFilesOf(writing, order);
}

/** Reads a file that was uploaded at any time before. */
async function readOne(writing: Writing, reads: Counter): Promise<void> {
  const { ledger, random } = writing;
  const readable = ledger.orders.filter(({ uploads: [one], deletion }) => one?.ids.length && !deletion);
  const order = readable[Math.floor(random() * readable.length)];
  if (!order) return;
  const status = await readFile(writing, order);
  // Whether it was deleted meanwhile is not known before the deletion is answered.
  if (!order.deletion) reads.note(status === 200);
}
