import { isBlank } from "@marketplace/conventions";
import { problems } from "../problems.ts";
import { maxTextLength } from "./questions.schema.ts";

/** Checks the text of a question or an answer. The length counts code points (decisions 3.2). */
export function checkedText(text: string | null): string {
  if (text === null || isBlank(text)) throw problems.text_is_null();
  if ([...text].length > maxTextLength) throw problems.text_too_long();
  return text;
}
