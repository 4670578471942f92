import { basename } from "node:path";
import { ImportRefused } from "./import-refused.ts";
import { readText, refuse } from "./read-text.ts";

/** Reads a tree file, gzip or plain: an object of category id to category. Throws ImportRefused. */
export async function readDump(file: string): Promise<Map<string, unknown>> {
  const name = basename(file);
  const value = parse(name, await readText(file));
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ImportRefused(`${name} must be an object of category id to category`);
  const categories = new Map(Object.entries(value));
  if (categories.size === 0) throw new ImportRefused(`${name} holds no category`);
  return categories;
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse(`${name} is not JSON`, error);
  }
}
