import { attributesOf } from "./attributes.ts";
import classifieds from "./data/tree-classifieds.json" with { type: "json" };
import fashion from "./data/tree-fashion.json" with { type: "json" };
import home from "./data/tree-home.json" with { type: "json" };
import leisure from "./data/tree-leisure.json" with { type: "json" };
import market from "./data/tree-market.json" with { type: "json" };
import technology from "./data/tree-technology.json" with { type: "json" };
import type { DemoCategory, DemoLogisticType, DemoName, DemoSiteId } from "./demo-types.ts";
import { hash } from "./random.ts";
import { type CategoryKind, settingsFor } from "./settings.ts";
import { belongsTo, kindOf, type SourceCategory, textFor } from "./source.ts";

/** A leaf with its source, which the generators read. */
export interface DemoLeaf {
  readonly category: DemoCategory;
  readonly source: SourceCategory;
  readonly kind: CategoryKind;
}

interface Branch {
  readonly site: DemoSiteId;
  readonly kind: CategoryKind;
  readonly path: readonly DemoName[];
  readonly key: string;
  readonly maxTitle: number | undefined;
}

interface Tree {
  readonly categories: readonly DemoCategory[];
  readonly leaves: readonly DemoLeaf[];
}

const roots: readonly SourceCategory[] = [
  ...technology,
  ...home,
  ...market,
  ...fashion,
  ...leisure,
  ...classifieds,
];

/** Ids are hashes of the path in the source, not of the order, so that additions do not change them. */
function idOf(site: DemoSiteId, key: string): string {
  return `${site}${1000 + (hash(`${site}/${key}`) % 450_000)}`;
}

const keyOf = (source: SourceCategory): string => source.domain ?? textFor("MLA", source.name);

const flexLogistics: readonly DemoLogisticType[] = [
  "drop_off",
  "xd_drop_off",
  "self_service",
  "cross_docking",
  "fulfillment",
];

function logisticsOf(
  source: SourceCategory,
  kind: CategoryKind,
): DemoCategory["shipping_preferences"]["logistics"] {
  if (kind !== "core" || source.shipping === "opt_in") return [];
  if (source.shipping === "bulky") return [{ types: ["drop_off", "cross_docking"], mode: "me2" }];
  return [{ types: flexLogistics, mode: "me2" }];
}

function shippingModes(source: SourceCategory): { shipping_modes?: readonly string[] } {
  return source.shipping === "opt_in" ? { shipping_modes: ["not_specified", "custom"] } : {};
}

function slug(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}

function childrenOf(source: SourceCategory, site: DemoSiteId): readonly SourceCategory[] {
  return (source.children ?? []).filter((child) => belongsTo(site, child.sites));
}

function record(source: SourceCategory, branch: Branch, id: string): DemoCategory {
  const { site, kind } = branch;
  const name = textFor(site, source.name);
  const leaf = source.domain !== undefined;
  const domain = leaf ? `${site}-${source.domain}` : null;
  const root = branch.path.length === 0;
  return {
    id,
    name,
    picture: root ? `https://img.marketplace.example/categories/${id}.png` : null,
    permalink: root ? `https://www.marketplace.example/${site}/${slug(name)}` : null,
    total_items_in_this_category: 0,
    path_from_root: [...branch.path, { id, name }],
    children_categories: childrenOf(source, site).map((child) => ({
      id: idOf(site, `${branch.key}/${keyOf(child)}`),
      name: textFor(site, child.name),
      total_items_in_this_category: 0,
    })),
    attribute_types: leaf ? "attributes" : "none",
    settings: settingsFor(site, kind, {
      domain,
      ...(branch.maxTitle === undefined ? {} : { max_title_length: branch.maxTitle }),
      ...(source.fragile === undefined ? {} : { fragile: source.fragile }),
      ...shippingModes(source),
    }),
    meta_categ_id: null,
    attributable: leaf,
    date_created: "2018-04-25T08:12:56.000Z",
    site_id: site,
    parent_id: branch.path.at(-1)?.id ?? null,
    is_leaf: leaf,
    domain_id: domain,
    domain_name: leaf ? name : null,
    attributes: leaf ? attributesOf(source, site) : [],
    shipping_preferences: { category_id: id, logistics: leaf ? logisticsOf(source, kind) : [] },
    flex_opt_in_only: source.shipping === "opt_in",
  };
}

function expand(source: SourceCategory, above: Branch): Tree {
  const key = above.key === "" ? keyOf(source) : `${above.key}/${keyOf(source)}`;
  const kind = kindOf(source.kind, above.kind);
  const branch = { ...above, key, kind, maxTitle: source.max_title_length ?? above.maxTitle };
  const category = record(source, branch, idOf(branch.site, key));
  const below = { ...branch, path: category.path_from_root };
  const parts = childrenOf(source, branch.site).map((child) => expand(child, below));
  return {
    categories: [category, ...parts.flatMap((part) => part.categories)],
    leaves: [
      ...(category.is_leaf ? [{ category, source, kind }] : []),
      ...parts.flatMap((part) => part.leaves),
    ],
  };
}

const trees = new Map<DemoSiteId, Tree>();

function treeOf(site: DemoSiteId): Tree {
  const known = trees.get(site);
  if (known !== undefined) return known;
  const start: Branch = { site, kind: "core", path: [], key: "", maxTitle: undefined };
  const parts = roots.filter((root) => belongsTo(site, root.sites)).map((root) => expand(root, start));
  const tree = {
    categories: parts.flatMap((part) => part.categories),
    leaves: parts.flatMap((part) => part.leaves),
  };
  trees.set(site, tree);
  return tree;
}

/** All categories of a demo site, parents before children; built once per site. */
export function demoCategories(site: DemoSiteId): readonly DemoCategory[] {
  return treeOf(site).categories;
}

/** The leaves of a demo site with their sources. */
export function demoLeaves(site: DemoSiteId): readonly DemoLeaf[] {
  return treeOf(site).leaves;
}
