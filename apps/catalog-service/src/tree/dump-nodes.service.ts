import { basename } from "node:path";
import type { CategoryNode } from "../categories/category.ts";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { plainSettings } from "../categories/default-settings.rules.ts";
import { type Logistics, logisticTypes } from "../categories/shipping-preferences.schema.ts";
import type { Outline } from "./check-dump.service.ts";
import { type DumpCategory, readCategory } from "./dump-category.schema.ts";
import { ImportRefused } from "./import.problems.ts";
import type { TreeSource } from "./load-tree.service.ts";
import { readDump } from "./read-dump.service.ts";
import type { TreeRepo } from "./tree.repo.ts";

/** What a tree file says nothing of, kept from the tree that was there. */
export interface KnownShipping {
  logistics: Logistics[];
  flexOptInOnly: boolean;
}

interface CheckedFile {
  file: string;
  site: string;
  outline: Outline;
}

/** Categories of a file at once, so that a tree of any size is loaded with little memory. */
const chunk = 200;

/** The categories of a checked file as they are loaded, in the order of the file, which is read once more. */
export function sourceOf(checked: CheckedFile, tree: Pick<TreeRepo, "shipping">): TreeSource {
  const tools = { ...checked, parents: parentsOf(checked.outline), places: placesOf(checked.outline) };
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

/** The file was checked a moment ago; whoever writes it meanwhile does not get half of it imported. */
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
  places: ReadonlyMap<string, number>;
  index: number;
  known: KnownShipping | undefined;
}

function nodeOf(
  category: DumpCategory,
  { site, outline, parents, places, index, known }: Tools,
): CategoryNode {
  return {
    ...wirePart(category, site),
    siteId: site,
    parentId: outline.get(category.id)?.parentId ?? null,
    position: places.get(category.id) ?? index,
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
    // A key that the file does not have gets a plain category's value, so that every key is always there.
    settings: { ...plainSettings(site), ...category.settings },
    attributes,
    attributeTypes: category.attribute_types ?? (attributes.length > 0 ? "attributes" : "none"),
    metaCategId: category.meta_categ_id ?? null,
    attributable: category.attributable ?? attributes.length > 0,
    dateCreated: new Date(category.date_created ?? "2000-01-01T00:00:00.000Z"),
  };
}

/** Every attribute's tags carry `required` (decisions 7.8); the rest of the record is kept as the file has it. */
const attributeOf = (attribute: NonNullable<DumpCategory["attributes"]>[number]): CategoryAttribute => ({
  ...attribute,
  value_type: attribute.value_type ?? "string",
  tags: { ...attribute.tags, required: attribute.tags.required === true },
});

/** A file names the domain in the settings; its name is that of the category. */
function domainOf({ settings, name }: DumpCategory) {
  const domainId = settings?.catalog_domain ?? null;
  return { domainId, domainName: domainId === null ? null : name };
}

const defaultLogistics = ({ settings }: DumpCategory): Logistics[] =>
  (settings?.shipping_modes ?? []).includes("me2") ? [{ types: [...logisticTypes], mode: "me2" }] : [];

const parentsOf = (outline: Outline): Set<string | null> =>
  new Set([...outline.values()].map(({ parentId }) => parentId));

/** Places among siblings, as the parent lists its children. */
function placesOf(outline: Outline): Map<string, number> {
  const places = new Map<string, number>();
  for (const { children } of outline.values())
    for (const [place, id] of children.entries()) places.set(id, place);
  return places;
}
