import type { OpenApiFragment } from "@marketplace/conventions";
import { z } from "zod";

/** One call a service offers to the others: a query may be repeated, a mutation is sent once. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  kind: "query" | "mutation";
  input: I;
  output: O;
  /** A long poll: its answer may take seconds, and it is asked again at once. */
  waits?: true;
}

export type Contract = Readonly<Record<string, Call>>;

/** What implements a contract, and what its clients look like: plain asynchronous functions. */
export type Implementation<C extends Contract> = {
  [K in keyof C]: (input: z.output<C[K]["input"]>) => Promise<z.output<C[K]["output"]>>;
};

export const query = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> => ({
  kind: "query",
  input,
  output,
});

/** Declares a long poll: a query that waits for something to report. */
export const longPoll = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> => ({
  ...query(input, output),
  waits: true,
});

export const mutation = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> => ({
  kind: "mutation",
  input,
  output,
});

/** Every service describes its public resources for the gateway's merged OpenAPI document. */
export const describeCall = query(
  z.object({}),
  z.custom<OpenApiFragment>((value) => typeof value === "object" && value !== null),
);
