import type { Course } from "./course.ts";

/** What came of a check. */
export interface Verdict {
  status: "passed" | "failed" | "skipped";
  /** What was seen; of a skipped check, how it can be judged. */
  detail: string | null;
}

export const passed: Verdict = { status: "passed", detail: null };
export const failed = (detail: string): Verdict => ({ status: "failed", detail });
export const skipped = (detail: string): Verdict => ({ status: "skipped", detail });

/** One thing that an integration has to do well. */
export interface Check {
  id: string;
  /** `receiver`: how it takes notifications; `tokens`: how its client calls the API. */
  group: "receiver" | "tokens";
  title: string;
  why: string;
  /** What to do when it fails. */
  remedy: string;
  judge(course: Course): Promise<Verdict>;
}

/** Why a check of the client is skipped when the client is not there. */
export const noClient = skipped(
  "the integration called no operation of the API when it was told of a question: run it with the credentials of the certification, by --exec or --credentials",
);
