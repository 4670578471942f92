import { basename } from "node:path";
import { firstIssueText, isBlank, isStorable } from "@marketplace/conventions";
import { z } from "zod";
import { ImportRefused } from "../tree/import.problems.ts";
import { linesOf, refuse, type TextRecord } from "../tree/import-file.service.ts";
import type { LabeledTitle } from "./model/features/training-set.ts";

const isPlain = (text: string): boolean => isStorable(text) && !/\p{Cc}/u.test(text);

/** Unknown fields and an invalid path are ignored: only an evaluation reads the path. */
const Line = z.looseObject({
  title: z
    .string()
    .max(512)
    .refine((text) => !isBlank(text), "must not be blank")
    .refine(isStorable, "must be Unicode text without NUL"),
  category_id: z.string().min(1).max(512).refine(isPlain, "must be text without line ends or NUL"),
  category_path: z.array(z.string()).optional().catch(undefined),
});

/** A title of a file. */
export interface TitleLine extends LabeledTitle {
  /** Line number, from 1. */
  line: number;
  /** The names from the root of the tree to the category, if the file has them. */
  path: readonly string[] | undefined;
}

/**
 * Reads labeled titles, one JSON object `{title, category_id, category_path?}` a line, gzip or plain. Throws
 * ImportRefused, which names the line, at the first invalid one.
 */
export async function readTitles(file: string): Promise<TitleLine[]> {
  const name = basename(file);
  const titles: TitleLine[] = [];
  for await (const record of linesOf(file)) titles.push(titleIn(record, name));
  if (titles.length === 0) throw new ImportRefused(`${name} holds no title`);
  return titles;
}

function titleIn({ text, line }: TextRecord, name: string): TitleLine {
  const result = Line.safeParse(parse(text, `line ${line} of ${name} is not JSON`));
  if (result.success) {
    const { title, category_id: categoryId, category_path: path } = result.data;
    return { line, title, categoryId, path };
  }
  throw new ImportRefused(`line ${line} of ${name}: ${firstIssueText(result.error, "the line")}`);
}

function parse(text: string, message: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse(message, error);
  }
}
