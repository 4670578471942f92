/** The kinds of difference, with what each means; also the rules of the SARIF report. */
export const kinds = {
  status: "The two sides answer with different HTTP statuses",
  "field-added": "The answer compared has a field that the base's has not",
  "field-removed": "The answer compared lacks a field that the base's has",
  type: "A field has values of another JSON type",
  null: "A field is null on one side only",
  enum: "A field has a value that its declared enum does not list",
  header: "A header is missing on one side, or has another value",
} as const;
export type Kind = keyof typeof kinds;

export interface Difference {
  kind: Kind;
  /** The field, such as `results[].status`; of a header its name; empty for a status. */
  at: string;
  base: string;
  against: string;
}

/** What one side answered. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Parsed; `undefined` when it is no JSON. */
  json: unknown;
}
