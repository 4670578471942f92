import { isBlank } from "@marketplace/conventions";
import { containsContactData } from "@marketplace/moderation";
import type { Role } from "./conversation.rules.ts";
import { problems } from "./problems.ts";

/** Longest text of each side, in code points. */
export const maxLength: Readonly<Record<Role, number>> = { seller: 350, buyer: 3_500 };

/** The text if this side may send it as it is. */
export function checkedText(text: string | null | undefined, role: Role): string {
  if (text === null || text === undefined || isBlank(text)) throw problems.field_required({ field: "text" });
  const max = maxLength[role];
  if ([...text].length > max) throw problems.content_too_long({ max });
  return text;
}

/** What moderation says of a text. */
export type Moderation = "clean" | "rejected" | "non_moderated";

const link = /\bhttps?:\/\/[^\s<>"]+/gi;

/** Moderates a text by the rule of questions (decisions 3.4). With `links` it may hold URLs. */
export function moderated(text: string, { on, links = false }: { on: boolean; links?: boolean }): Moderation {
  if (!on) return "non_moderated";
  return containsContactData(links ? text.replaceAll(link, " ") : text) ? "rejected" : "clean";
}
