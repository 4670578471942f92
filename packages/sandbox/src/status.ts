import { z } from "zod";

/** A status, or all that begin with a digit. */
export const statusParam = z
  .string()
  .regex(/^[1-5](?:\d\d|xx)$/i, "must be a status such as 404, or 4xx")
  .transform((text) => text.toLowerCase());

/** Whether a status is the one asked for, or begins as `4xx` says. */
export const hasStatus = (status: number | undefined, wanted: string): boolean =>
  wanted.endsWith("xx") ? String(status)[0] === wanted[0] : String(status) === wanted;
