/** What became of one function of a client. */
export interface Call {
  name: string;
  state: "works" | "not served" | "fails";
  /** What it was answered, when it fails. */
  why: string;
  /** Operations that the product has not, such as `GET /projects/{id}`. */
  missing: string[];
}

/** A line of the page. */
export interface Outcome {
  name: string;
  version: string;
  from: "npm" | "PyPI";
  license: string;
  calls: Call[];
  /** Why it cannot be run. */
  refusal?: string;
  note?: string;
}

export const worked = (name: string): Call => ({ name, state: "works", why: "", missing: [] });
export const failed = (name: string, why: string): Call => ({ name, state: "fails", why, missing: [] });
