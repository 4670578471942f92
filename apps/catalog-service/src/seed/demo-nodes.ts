import type { CategoryNode } from "../categories/categories.schema.ts";
import { demoCategories } from "../demo/categories.ts";
import type { DemoCategory, DemoSiteId } from "../demo/demo-types.ts";

/** The demo tree of a site, for `loadTree`. */
export function demoNodes(site: DemoSiteId): CategoryNode[] {
  return demoCategories(site).map(nodeOf);
}

function nodeOf(category: DemoCategory, position: number): CategoryNode {
  return {
    id: category.id,
    siteId: category.site_id,
    name: category.name,
    picture: category.picture,
    permalink: category.permalink,
    parentId: category.parent_id,
    position,
    path: category.path_from_root.map(({ id }) => id),
    pathFromRoot: category.path_from_root.map(({ id, name }) => ({ id, name })),
    isLeaf: category.is_leaf,
    // Copied, because the demo data is read-only.
    settings: structuredClone(category.settings) as CategoryNode["settings"],
    attributes: structuredClone(category.attributes) as unknown as CategoryNode["attributes"],
    attributeTypes: category.attribute_types,
    metaCategId: category.meta_categ_id,
    attributable: category.attributable,
    dateCreated: new Date(category.date_created),
    domainId: category.domain_id,
    domainName: category.domain_name,
    logistics: category.shipping_preferences.logistics.map(({ types, mode }) => ({
      types: [...types],
      mode,
    })),
    flexOptInOnly: category.flex_opt_in_only,
  };
}
