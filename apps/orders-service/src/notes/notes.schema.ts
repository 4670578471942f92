import { isBlank, platformTimestamp, wireId } from "@marketplace/conventions";
import { z } from "zod";
import type { Note } from "./notes.repo.ts";

const maxLength = 300;

export const OrderNote = z
  .object({
    id: z.string().describe("Note id, 24 hexadecimal digits"),
    date_created: z.iso.datetime({ offset: true }).describe("When it was written, at -04:00"),
    date_last_updated: z.iso.datetime({ offset: true }).describe("When it was last changed, at -04:00"),
    note: z.string().describe("What it says"),
  })
  .meta({ id: "OrderNote" });

export const PackNote = OrderNote.extend({
  source_bu: z.literal("marketplace").describe("Where it was written"),
  seller_id: wireId().describe("Seller whose note it is"),
  operator_id: z.null().describe("Employee of the seller who wrote it; accounts here have none"),
}).meta({ id: "PackNote" });

/** All notes of an order or a pack, as the only element of an array (spec: commerce.md 7). */
const listOf = <T extends z.ZodType>(note: T, id: "order_id" | "pack_id", name: string) =>
  z
    .array(
      z.object({
        results: z.array(note).describe("Its notes, the oldest first"),
        [id]: wireId().describe("What the notes are about"),
      }),
    )
    .length(1)
    .meta({ id: name });

export const OrderNotes = listOf(OrderNote, "order_id", "OrderNotes");
export const PackNotes = listOf(PackNote, "pack_id", "PackNotes");

export const WrittenOrderNote = z
  .object({ note: OrderNote.describe("The note as it is stored") })
  .meta({ id: "WrittenOrderNote" });
export const WrittenPackNote = z
  .object({ note: PackNote.describe("The note as it is stored") })
  .meta({ id: "WrittenPackNote" });

export const noteBody = z.strictObject({
  note: z
    .string()
    .refine((text) => [...text].length <= maxLength, `must have at most ${maxLength} characters`)
    .refine((text) => !isBlank(text), "must not be blank")
    .describe(`What it says, 1 to ${maxLength} characters`),
});

export const orderNoteView = ({ id, createdAt, updatedAt, text }: Note): z.output<typeof OrderNote> => ({
  id,
  date_created: platformTimestamp(createdAt),
  date_last_updated: platformTimestamp(updatedAt),
  note: text,
});

export const packNoteView = (note: Note, sellerId: number): z.output<typeof PackNote> => ({
  ...orderNoteView(note),
  source_bu: "marketplace",
  seller_id: sellerId,
  operator_id: null,
});
