import { firstIssueText } from "@marketplace/conventions";
import type { CategoryName, CategoryNode } from "../categories/categories.schema.ts";
import { defaultLogistics } from "../categories/default-settings.rules.ts";
import { type DumpCategory, readCategory } from "../tree/dump-category.schema.ts";
import { domainOf, wirePart } from "../tree/dump-nodes.service.ts";

interface Read {
  nodes: CategoryNode[];
  leftOut: { resource: string; reason: string }[];
  /** A category of which nothing but the id is known. */
  placeholder(id: string): CategoryNode;
}

/**
 * Categories of a recording, in the format of a tree file. Ancestors that were not seen have what their
 * descendants say of them: id, name and place.
 */
export function recordedCategories(wires: readonly unknown[]): Read {
  const leftOut: Read["leftOut"] = [];
  const seen = new Map<string, DumpCategory>();
  for (const wire of wires) {
    const { category, issues } = readCategory(wire);
    if (category && category.path_from_root.at(-1)?.id === category.id) seen.set(category.id, category);
    else {
      const reason = issues.length > 0 ? firstIssueText({ issues }) : "its path does not end with it";
      leftOut.push({ resource: `/categories/${String(Object(wire).id)}`, reason });
    }
  }
  for (const { path_from_root: path } of [...seen.values()])
    path.forEach(({ id, name }, depth) => {
      if (!seen.has(id)) seen.set(id, { id, name, path_from_root: path.slice(0, depth + 1) });
    });
  const parents = new Set([...seen.values()].flatMap(({ path_from_root: path }) => path.at(-2)?.id ?? []));
  const nodes = [...seen.values()].map((category, position) => nodeOf(category, { position, parents, seen }));
  return {
    nodes,
    leftOut,
    placeholder: (id) => nodeOf(placeholder(id), { position: nodes.length, parents, seen }),
  };
}

const placeholder = (id: string): DumpCategory => ({ id, name: id, path_from_root: [{ id, name: id }] });

interface Around {
  position: number;
  parents: ReadonlySet<string>;
  seen: ReadonlyMap<string, DumpCategory>;
}

function nodeOf(category: DumpCategory, { position, parents, seen }: Around): CategoryNode {
  const { id, path_from_root: path, settings = {} } = category;
  const siteId = id.slice(0, 3);
  const parent = path.at(-2)?.id ?? null;
  const siblings = parent === null ? undefined : seen.get(parent)?.children_categories;
  const place = siblings?.findIndex((child) => child.id === id) ?? -1;
  const hasChildren = parents.has(id) || (category.children_categories?.length ?? 0) > 0;
  return {
    ...wirePart(category, siteId, undefined),
    siteId,
    parentId: parent,
    position: place < 0 ? position : place,
    path: path.map((one) => one.id),
    pathFromRoot: path.map(({ id: of, name }): CategoryName => ({ id: of, name })),
    isLeaf: !hasChildren,
    ...domainOf(category),
    logistics: defaultLogistics(settings),
    flexOptInOnly: false,
  };
}
