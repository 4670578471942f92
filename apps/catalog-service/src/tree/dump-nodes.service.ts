import { basename } from "node:path";
import type { CategoryNode } from "../categories/categories.schema.ts";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { defaultSettings } from "../categories/default-settings.rules.ts";
import { type Logistics, logisticTypes } from "../categories/shipping-preferences.schema.ts";
import type { Outline } from "./check-dump.service.ts";
import { type DumpCategory, readCategory } from "./dump-category.schema.ts";
import { ImportRefused } from "./import.problems.ts";
import type { TreeSource } from "./load-tree.service.ts";
import { readDump } from "./read-dump.service.ts";
import type { KnownShipping, TreeRepo } from "./tree.repo.ts";

interface CheckedFile {
  file: string;
  site: string;
  outline: Outline;
}

/** Categories in memory at once, so that memory does not grow with the tree. */
const chunk = 200;

/** Reads a checked file a second time, in the order of the file. */
export function sourceOf(checked: CheckedFile, tree: Pick<TreeRepo, "shipping">): TreeSource {
  const tools = { ...checked, parents: parentsOf(checked.outline), positions: positionsOf(checked.outline) };
  async function* parts(): AsyncGenerator<CategoryNode[]> {
    let part: DumpCategory[] = [];
    let index = 0;
    const nodes = async () => {
      const known = await tree.shipping(part.map(({ id }) => id));
      return part.map((category) =>
        nodeOf(category, { ...tools, index: index++, known: known.get(category.id) }),
      );
    };
    for await (const { value } of readDump(checked.file)) {
      part.push(checkedAgain(value, checked));
      if (part.length < chunk) continue;
      yield await nodes();
      part = [];
    }
    yield await nodes();
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
  index: number;
  known: KnownShipping | undefined;
}

function nodeOf(
  category: DumpCategory,
  { site, outline, parents, positions, index, known }: Tools,
): CategoryNode {
  return {
    ...wirePart(category, site),
    siteId: site,
    parentId: outline.get(category.id)?.parentId ?? null,
    position: positions.get(category.id) ?? index,
    path: category.path_from_root.map(({ id }) => id),
    pathFromRoot: category.path_from_root.map(({ id, name }) => ({ id, name })),
    isLeaf: !parents.has(category.id),
    ...domainOf(category),
    ...(known ?? { logistics: defaultLogistics(category), flexOptInOnly: false }),
  };
}

function wirePart(category: DumpCategory, site: string) {
  const attributes = (category.attributes ?? []).map(attributeOf);
  return {
    id: category.id,
    name: category.name,
    picture: category.picture ?? null,
    permalink: category.permalink ?? null,
    // Every key is always present.
    settings: { ...defaultSettings(site), ...category.settings },
    attributes,
    attributeTypes: category.attribute_types ?? (attributes.length > 0 ? "attributes" : "none"),
    metaCategId: category.meta_categ_id ?? null,
    attributable: category.attributable ?? attributes.length > 0,
    dateCreated: new Date(category.date_created ?? "2000-01-01T00:00:00.000Z"),
  };
}

/** Adds `required` to the tags (decisions 7.8) and keeps the other fields of the file. */
const attributeOf = (attribute: NonNullable<DumpCategory["attributes"]>[number]): CategoryAttribute => ({
  ...attribute,
  value_type: attribute.value_type ?? "string",
  tags: { ...attribute.tags, required: attribute.tags.required === true },
});

/** The settings of a file name the domain, which has the name of the category. */
function domainOf({ settings, name }: DumpCategory) {
  const domainId = settings?.catalog_domain ?? null;
  return { domainId, domainName: domainId === null ? null : name };
}

const defaultLogistics = ({ settings }: DumpCategory): Logistics[] =>
  (settings?.shipping_modes ?? []).includes("me2") ? [{ types: [...logisticTypes], mode: "me2" }] : [];

const parentsOf = (outline: Outline): Set<string | null> =>
  new Set([...outline.values()].map(({ parentId }) => parentId));

/** Positions among siblings, in the order of the parent's children. */
function positionsOf(outline: Outline): Map<string, number> {
  const positions = new Map<string, number>();
  for (const { children } of outline.values())
    for (const [position, id] of children.entries()) positions.set(id, position);
  return positions;
}
