/** Outcome of a write: acknowledged, refused, or unknown. */
export type Outcome = "acknowledged" | "refused" | "unknown";

/** Derives the outcome from a status. A write that fails halfway may have been stored. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return "acknowledged";
  return status >= 400 && status < 500 ? "refused" : "unknown";
}

interface Write {
  outcome: Outcome;
  key: string | undefined;
}

export interface QuestionWrite extends Write {
  kind: "question";
  text: string;
  /** Set when the write was acknowledged. */
  id?: number;
  answer?: AnswerWrite;
  deletion?: Outcome;
}

export interface AnswerWrite extends Write {
  text: string;
}

export interface OrderWrite extends Write {
  kind: "order";
  id?: number;
  uploads: UploadWrite[];
  deletion?: Outcome;
  cancellation?: Outcome;
}

export interface UploadWrite {
  outcome: Outcome;
  files: { type: string; sha256: string }[];
  ids: string[];
}

/** The n-th version of an item. Title and price carry n, so that a mix of two versions shows. */
export interface ItemWrite {
  version: number;
  outcome: Outcome;
}

/** Every write that was sent to the product, with its outcome. */
export interface Ledger {
  questions: QuestionWrite[];
  orders: OrderWrite[];
  versions: ItemWrite[];
}

export const newLedger = (): Ledger => ({ questions: [], orders: [], versions: [] });

/** Text of letters only. Groups of digits would count as a telephone number and go to review. */
export function uniqueText(what: string): string {
  const letters = [...crypto.randomUUID()].map((c) => (/\d/.test(c) ? "ghijklmnop"[Number(c)] : c));
  return `${what} ${letters.filter((c) => c !== "-").join("")}`;
}
