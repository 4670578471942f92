/** What is known of a write: the product said yes, said no, or it cannot be known from its answer. */
export type Outcome = "acknowledged" | "refused" | "unknown";

/** The outcome that a status tells: what fails in the middle may still have been written. */
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
  /** Known once acknowledged. */
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
}

export interface UploadWrite {
  outcome: Outcome;
  files: { type: string; sha256: string }[];
  ids: string[];
}

/** The n-th version of an item: title and price carry n, so that a half of one is seen. */
export interface ItemWrite {
  version: number;
  outcome: Outcome;
}

/** Everything that was asked of the product, with what came of it. */
export interface Ledger {
  questions: QuestionWrite[];
  orders: OrderWrite[];
  versions: ItemWrite[];
}

export const newLedger = (): Ledger => ({ questions: [], orders: [], versions: [] });

/** Text of letters only: digits in groups would be taken for a telephone number, and wait for an operator. */
export function uniqueText(what: string): string {
  const letters = [...crypto.randomUUID()].map((c) => (/\d/.test(c) ? "ghijklmnop"[Number(c)] : c));
  return `${what} ${letters.filter((c) => c !== "-").join("")}`;
}
