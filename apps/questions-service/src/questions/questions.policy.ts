import type { Caller } from "@marketplace/conventions";
import type { Question } from "./questions.sql.ts";

/** The seller and the asker may delete a question. Who sees a question is `visibleTo` in questions.sql.ts. */
export const mayDelete = (caller: Caller, { sellerId, askerId }: Question): boolean =>
  caller.userId === sellerId || caller.userId === askerId;

/** Only the seller of a vehicle sees the contact data of the asker (decisions 3.6). */
export const maySeeContact = (
  caller: Caller,
  { sellerId, vehicle }: Pick<Question, "sellerId" | "vehicle">,
): boolean => vehicle && caller.userId === sellerId;
