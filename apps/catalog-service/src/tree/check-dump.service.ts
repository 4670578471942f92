import { basename } from "node:path";
import { type DumpCategory, readCategory } from "./dump-category.schema.ts";
import { ImportIssues, ImportRefused } from "./import.problems.ts";
import { lineOf } from "./json-members.rules.ts";
import { type DumpEntry, readDump } from "./read-dump.service.ts";
import type { Issue } from "./unstorable.rules.ts";

/** Categories of a file at most, about ten times the largest real tree. */
export const maxCategories = 250_000;

/** The position of a category in its tree. All nodes are in memory at once, so they are small. */
export interface OutlineNode {
  parentId: string | null;
  path: readonly string[];
  children: readonly string[];
  line: number;
}

export type Outline = ReadonlyMap<string, OutlineNode>;

/**
 * Checks every category and the tree: ids belong to the site, every path agrees with that of the parent (so
 * there is no cycle), every named child exists. Throws ImportRefused with the line and path of each issue.
 */
export async function checkDump(file: string, site: string): Promise<Outline> {
  const found = new ImportIssues();
  const name = basename(file);
  const outline = new Map<string, OutlineNode>();
  let entries = 0;
  // Interns ids, which occur in many paths.
  const sameText = new Map<string, string>();
  const same = (id: string): string => {
    const known = sameText.get(id) ?? id;
    sameText.set(id, known);
    return known;
  };
  for await (const entry of readDump(file)) {
    const { key, member } = entry;
    const { category, issues } = checkCategory(entry, site);
    if (outline.has(key)) issues.push({ path: [], message: "is in the file twice" });
    for (const { path, message } of issues)
      found.add(() => reasonOf({ name, key, line: lineOf(member, path) }, [...path.map(String), message]));
    entries += 1;
    if (entries > maxCategories) throw new ImportRefused(`${name} holds over ${maxCategories} categories`);
    if (category) outline.set(same(key), outlineOf(category, member.line, same));
  }
  // An invalid category makes orphans of its descendants, so its own issues come first.
  found.refuse();
  for (const [id, node] of outline) {
    const reason = placementIssue(id, node, outline);
    if (reason !== undefined) found.add(() => reasonOf({ name, key: id, line: node.line }, [reason]));
  }
  found.refuse();
  return outline;
}

interface Place {
  name: string;
  line: number;
  key: string;
}

function reasonOf({ name, line, key }: Place, words: readonly string[]): string {
  const path = words.slice(0, -1).map(shown).join(".");
  return [`line ${line} of ${name}: category ${shown(key)}`, path, words.at(-1)].filter(Boolean).join(": ");
}

interface Checked {
  /** Absent when there are issues. */
  category?: DumpCategory;
  issues: Issue[];
}

function checkCategory({ key, value }: DumpEntry, site: string): Checked {
  const { category, issues } = readCategory(value);
  if (!category) return { issues: [...issues] };
  const message = identityIssue(key, category, site);
  return { category, issues: message === undefined ? [] : [{ path: [], message }] };
}

function identityIssue(key: string, category: DumpCategory, site: string): string | undefined {
  if (category.id !== key) return `its id is ${shown(category.id)}`;
  if (key.slice(0, site.length) !== site || !/^\d{1,15}$/.test(key.slice(site.length)))
    return `not an id of the site ${site}`;
  if (category.path_from_root.at(-1)?.id !== key) return "path_from_root does not end with it";
  return undefined;
}

function outlineOf(category: DumpCategory, line: number, same: (id: string) => string): OutlineNode {
  const path = category.path_from_root.map(({ id }) => same(id));
  return {
    parentId: path.at(-2) ?? null,
    path,
    children: (category.children_categories ?? []).map(({ id }) => same(id)),
    line,
  };
}

function placementIssue(
  id: string,
  { parentId, path, children }: OutlineNode,
  outline: Outline,
): string | undefined {
  if (new Set(path).size < path.length) return "path_from_root runs in a cycle";
  const parent = parentId === null ? undefined : outline.get(parentId);
  if (parentId !== null && !parent) return `its parent ${shown(parentId)} is not in the file`;
  const above = parent?.path ?? [];
  if (above.length !== path.length - 1 || above.some((step, at) => step !== path[at]))
    return `path_from_root does not agree with that of its parent ${parentId}`;
  const missing = children.find((child) => !outline.has(child));
  if (missing !== undefined) return `its child ${shown(missing)} is not in the file`;
  const foreign = children.find((child) => outline.get(child)?.parentId !== id);
  return foreign === undefined ? undefined : `its child ${foreign} has another parent`;
}

/** A name from the file, shortened to one line for messages. */
const shown = (text: string): string => JSON.stringify(text.slice(0, 60)).slice(1, -1);
