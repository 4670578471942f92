import { type Cause, isBlank } from "@marketplace/conventions";
import { issue } from "./issues.rules.ts";
import type { ItemChange } from "./item-input.schema.ts";

/** A tag, such as `<b>` or `</p>`; "2 < 3" is none. Stops at the next `<`, so that it is read once. */
const tag = /<[/!]?[a-z][^<>]{0,1000}>|<!--/i;
/** Characters that are shown as pictures, by themselves or by the variation selector after them. */
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;

/** The first markup or emoji of a description, which must be plain text. */
export function plainTextIssues(text: string): Cause[] {
  const places = [text.search(tag), text.search(emoji)].filter((place) => place >= 0);
  if (places.length === 0) return [];
  const field = `description.plain_text[${Math.min(...places)}]`;
  return [issue("description.type.invalid", "The description must be in plain text", field)];
}

/** The description that a change gives an item; a blank one removes it. `undefined` leaves it as it is. */
export const changedDescription = ({ description }: ItemChange): string | undefined =>
  description && isBlank(description.plain_text) ? "" : description?.plain_text;
