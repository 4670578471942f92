import { basename } from "node:path";
import type { CategoryNode, PresentCategory } from "../categories/categories.schema.ts";
import { type CategoryAttribute, withoutEmptyValues } from "../categories/category-attributes.schema.ts";
import { defaultLogistics, defaultSettings } from "../categories/default-settings.rules.ts";
import { withoutBuiltIns } from "../items/built-in-attributes.rules.ts";
import type { Outline } from "./check-dump.service.ts";
import { type DumpCategory, readCategory } from "./dump-category.schema.ts";
import { ImportRefused } from "./import.problems.ts";
import type { CategoryDraft, TreeSource } from "./load-tree.service.ts";
import { readDump } from "./read-dump.service.ts";

interface CheckedFile {
  file: string;
  site: string;
  outline: Outline;
}

/** Categories in memory at once, so that memory does not grow with the tree. */
const chunk = 200;

/** Reads a checked file again, in the order of the file. */
export function sourceOf(checked: CheckedFile): TreeSource {
  const tools = { ...checked, parents: parentsOf(checked.outline), positions: positionsOf(checked.outline) };
  async function* parts(): AsyncGenerator<CategoryDraft[]> {
    let part: CategoryDraft[] = [];
    for await (const { value } of readDump(checked.file)) {
      const category = checkedAgain(value, checked);
      part.push({ id: category.id, node: (present) => nodeOf(category, { ...tools, present }) });
      if (part.length < chunk) continue;
      yield part;
      part = [];
    }
    yield part;
  }
  return { ids: [...checked.outline.keys()], parts };
}

/** Throws when somebody has written the file since it was checked. */
function checkedAgain(value: unknown, { file, outline }: CheckedFile): DumpCategory {
  const { category } = readCategory(value);
  const place = category && outline.get(category.id);
  const same = place?.path.join() === category?.path_from_root.map(({ id }) => id).join();
  if (!category || !place || !same) throw new ImportRefused(`${basename(file)} is being written: try again`);
  return category;
}

interface Tools {
  site: string;
  outline: Outline;
  parents: ReadonlySet<string | null>;
  positions: ReadonlyMap<string, number>;
  present: PresentCategory | undefined;
}

function nodeOf(category: DumpCategory, { site, outline, parents, positions, present }: Tools): CategoryNode {
  const own = wirePart(category, site, present);
  return {
    ...own,
    siteId: site,
    parentId: outline.get(category.id)?.parentId ?? null,
    position: positions.get(category.id) ?? 0,
    path: category.path_from_root.map(({ id }) => id),
    pathFromRoot: category.path_from_root.map(({ id, name }) => ({ id, name })),
    isLeaf: !parents.has(category.id),
    ...domainOf(category),
    // Files do not have these.
    logistics: present?.logistics ?? defaultLogistics(own.settings),
    flexOptInOnly: present?.flexOptInOnly ?? false,
  };
}

/** What a category has of its own; the rest is its place in the tree. */
export function wirePart(category: DumpCategory, site: string, present: PresentCategory | undefined) {
  // Only a dump with attributes has them; otherwise a category keeps its own.
  const settings = { ...defaultSettings(site), ...category.settings };
  const own =
    category.attributes && withoutBuiltIns(category.attributes.map(attributeOf), { siteId: site, settings });
  const attributes = own ?? present?.attributes ?? [];
  return {
    id: category.id,
    name: category.name,
    picture: category.picture ?? null,
    permalink: category.permalink ?? null,
    // Every key is always present.
    settings,
    attributes,
    attributeTypes: category.attribute_types ?? (attributes.length > 0 ? "attributes" : "none"),
    metaCategId: category.meta_categ_id ?? null,
    attributable: category.attributable ?? attributes.length > 0,
    dateCreated: new Date(category.date_created ?? "2000-01-01T00:00:00.000Z"),
  };
}

const attributeOf = (attribute: NonNullable<DumpCategory["attributes"]>[number]): CategoryAttribute =>
  withoutEmptyValues({ ...attribute, value_type: attribute.value_type ?? "string" });

/** The settings of a file name the domain, which has the name of the category. */
export function domainOf({ settings, name }: DumpCategory) {
  const domainId = settings?.catalog_domain ?? null;
  return { domainId, domainName: domainId === null ? null : name };
}

const parentsOf = (outline: Outline): Set<string | null> =>
  new Set([...outline.values()].map(({ parentId }) => parentId));

/**
 * Positions among siblings from 0 on: in the order of the parent's children, then in that of the file. So the
 * dump of an imported tree has the same positions.
 */
function positionsOf(outline: Outline): Map<string, number> {
  const positions = new Map<string, number>();
  const counts = new Map<string | null, number>();
  const place = (id: string, parentId: string | null) => {
    if (positions.has(id)) return;
    const position = counts.get(parentId) ?? 0;
    positions.set(id, position);
    counts.set(parentId, position + 1);
  };
  for (const [id, { children }] of outline) for (const child of children) place(child, id);
  for (const [id, { parentId }] of outline) place(id, parentId);
  return positions;
}
