import type { CategoryNode } from "./categories.schema.ts";
import type { CategoryAttribute } from "./category-attributes.schema.ts";
import type { CategoryChange } from "./category-input.schema.ts";
import { defaultLogistics, defaultSettings } from "./default-settings.rules.ts";

type Parent = Pick<CategoryNode, "id" | "path" | "pathFromRoot" | "settings">;

interface Blank extends Pick<CategoryNode, "id" | "siteId" | "dateCreated"> {
  /** Instead of the parent's. */
  given: CategoryChange["settings"];
}

/** A new leaf with the settings of its parent, and the shipping preferences that follow from its own. */
export function blankCategory(
  { id, siteId, dateCreated, given }: Blank,
  parent: Parent | undefined,
): CategoryNode {
  const inherited = parent?.settings ?? defaultSettings(siteId);
  const settings = { ...inherited, catalog_domain: null, listing_allowed: true, ...given };
  return {
    id,
    siteId,
    name: "",
    picture: null,
    permalink: null,
    parentId: null,
    position: 0,
    path: [id],
    pathFromRoot: [],
    isLeaf: true,
    settings,
    attributes: [],
    attributeTypes: "none",
    metaCategId: null,
    attributable: false,
    dateCreated,
    domainId: null,
    domainName: null,
    logistics: defaultLogistics(settings),
    flexOptInOnly: false,
  };
}

/** The category with the fields that are given. */
export function withFields(node: CategoryNode, given: CategoryChange): CategoryNode {
  const name = given.name ?? node.name;
  const settings = { ...node.settings, ...given.settings };
  const domainId = settings.catalog_domain ?? null;
  return {
    ...node,
    name,
    picture: given.picture === undefined ? node.picture : given.picture,
    permalink: given.permalink === undefined ? node.permalink : given.permalink,
    metaCategId: given.meta_categ_id === undefined ? node.metaCategId : given.meta_categ_id,
    attributable: given.attributable ?? node.attributable,
    attributeTypes: given.attribute_types ?? node.attributeTypes,
    settings,
    domainId,
    // As in an import: the settings name the domain, which has the name of the category.
    domainName: domainId === null ? null : name,
  };
}

/** The category below a parent, or at the top. */
export function placed(node: CategoryNode, parent: Parent | undefined, position: number): CategoryNode {
  const { id, name } = node;
  return {
    ...node,
    parentId: parent?.id ?? null,
    position,
    path: [...(parent?.path ?? []), id],
    pathFromRoot: [...(parent?.pathFromRoot ?? []), { id, name }],
  };
}

/** The category with these attributes; with none of them it says that items have none. */
export function withAttributes(node: CategoryNode, attributes: CategoryAttribute[]): CategoryNode {
  const some = attributes.length > 0;
  if (some === node.attributes.length > 0) return { ...node, attributes };
  return { ...node, attributes, attributable: some, attributeTypes: some ? "attributes" : "none" };
}

/** A category that gets its first child takes no items any more. */
export const asParent = (node: CategoryNode): CategoryNode => ({
  ...node,
  isLeaf: false,
  settings: { ...node.settings, listing_allowed: false },
});
