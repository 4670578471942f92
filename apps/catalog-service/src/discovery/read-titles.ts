import { basename } from "node:path";
import { z } from "zod";
import { ImportRefused } from "../tree/import-refused.ts";
import { readText, refuse } from "../tree/read-text.ts";
import type { LabelledTitle } from "./model/training-set.ts";

/** Other fields, such as the path of the category, are left alone. */
const Line = z.looseObject({
  title: z
    .string()
    .max(512)
    .refine((text) => text.trim() !== "", "must not be blank"),
  category_id: z.string().min(1).max(512),
});

/** A title of a file with its place in it, the first line being 1. */
export interface TitleLine extends LabelledTitle {
  line: number;
}

/**
 * Reads labelled titles, one JSON object `{title, category_id}` a line, gzip or plain. Throws ImportRefused, which names the
 * line, at the first that is anything else.
 */
export async function readTitles(file: string): Promise<TitleLine[]> {
  const name = basename(file);
  const lines = (await readText(file)).split(/\r?\n/);
  const titles = lines.flatMap((text, index) =>
    text.trim() === "" ? [] : [titleIn(text, { line: index + 1, name })],
  );
  if (titles.length === 0) throw new ImportRefused(`${name} holds no title`);
  return titles;
}

function titleIn(text: string, { line, name }: { line: number; name: string }): TitleLine {
  const result = Line.safeParse(parse(text, `line ${line} of ${name} is not JSON`));
  if (result.success) return { line, title: result.data.title, categoryId: result.data.category_id };
  const [issue] = result.error.issues;
  const where = issue?.path.join(".") || "it";
  throw new ImportRefused(`line ${line} of ${name}: ${where}: ${issue?.message ?? "is not a title"}`);
}

function parse(text: string, fault: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse(fault, error);
  }
}
