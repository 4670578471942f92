import type { CategoryName, CategoryNode } from "../categories/categories.schema.ts";
import { type Logistics, logisticTypes } from "../categories/shipping-preferences.schema.ts";
import { attributesOf } from "./attributes.ts";
import classifieds from "./data/tree-classifieds.json" with { type: "json" };
import fashion from "./data/tree-fashion.json" with { type: "json" };
import home from "./data/tree-home.json" with { type: "json" };
import leisure from "./data/tree-leisure.json" with { type: "json" };
import market from "./data/tree-market.json" with { type: "json" };
import technology from "./data/tree-technology.json" with { type: "json" };
import { hash } from "./random.ts";
import { type CategoryKind, settingsFor } from "./settings.ts";
import { type DemoSiteId, vehicleSiteIds } from "./sites.ts";
import { belongsTo, kindOf, type SourceCategory, textFor } from "./source.ts";

type DemoCategory = Omit<CategoryNode, "position">;

/** A leaf with its source, which the generators read. */
export interface DemoLeaf {
  readonly site: DemoSiteId;
  readonly category: DemoCategory;
  readonly source: SourceCategory;
  readonly kind: CategoryKind;
}

interface Branch {
  readonly site: DemoSiteId;
  readonly kind: CategoryKind;
  readonly path: readonly CategoryName[];
  readonly key: string;
  readonly maxTitle: number | undefined;
}

interface Tree<Category> {
  readonly categories: readonly Category[];
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

function logisticsOf(source: SourceCategory, kind: CategoryKind): Logistics[] {
  if (source.domain === undefined || kind !== "core" || source.shipping === "opt_in") return [];
  if (source.shipping === "bulky") return [{ types: ["drop_off", "cross_docking"], mode: "me2" }];
  return [{ types: [...logisticTypes], mode: "me2" }];
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

function record(source: SourceCategory, { site, kind, path, maxTitle }: Branch, id: string): DemoCategory {
  const name = textFor(site, source.name);
  const isLeaf = source.domain !== undefined;
  const isRoot = path.length === 0;
  const domainId = isLeaf ? `${site}-${source.domain}` : null;
  const pathFromRoot = [...path, { id, name }];
  const isOptIn = source.shipping === "opt_in";
  return {
    id,
    siteId: site,
    name,
    picture: isRoot ? `https://img.marketplace.example/categories/${id}.png` : null,
    permalink: isRoot ? `https://www.marketplace.example/${site}/${slug(name)}` : null,
    parentId: path.at(-1)?.id ?? null,
    path: pathFromRoot.map((category) => category.id),
    pathFromRoot,
    isLeaf,
    settings: settingsFor(site, kind, {
      domain: domainId,
      ...(maxTitle !== undefined && { max_title_length: maxTitle }),
      ...(source.fragile !== undefined && { fragile: source.fragile }),
      ...(isOptIn && { shipping_modes: ["not_specified", "custom"] }),
    }),
    attributes: isLeaf ? attributesOf(source, site) : [],
    attributeTypes: isLeaf ? "attributes" : "none",
    metaCategId: null,
    attributable: isLeaf,
    dateCreated: new Date("2018-04-25T08:12:56.000Z"),
    domainId,
    domainName: isLeaf ? name : null,
    logistics: logisticsOf(source, kind),
    flexOptInOnly: isOptIn,
  };
}

function expand(source: SourceCategory, above: Branch): Tree<DemoCategory> {
  const key = above.key === "" ? keyOf(source) : `${above.key}/${keyOf(source)}`;
  const kind = kindOf(source.kind, above.kind);
  const branch = { ...above, key, kind, maxTitle: source.max_title_length ?? above.maxTitle };
  const category = record(source, branch, idOf(branch.site, key));
  const below = { ...branch, path: category.pathFromRoot };
  const parts = childrenOf(source, branch.site).map((child) => expand(child, below));
  return {
    categories: [category, ...parts.flatMap((part) => part.categories)],
    leaves: [
      ...(category.isLeaf ? [{ site: branch.site, category, source, kind }] : []),
      ...parts.flatMap((part) => part.leaves),
    ],
  };
}

function isOn(site: DemoSiteId, root: SourceCategory): boolean {
  const onlyVehicles = vehicleSiteIds.some((id) => id === site);
  return belongsTo(site, root.sites) && (!onlyVehicles || root.kind === "vehicles");
}

const trees = new Map<DemoSiteId, Tree<CategoryNode>>();

function treeOf(site: DemoSiteId): Tree<CategoryNode> {
  const known = trees.get(site);
  if (known !== undefined) return known;
  const start: Branch = { site, kind: "core", path: [], key: "", maxTitle: undefined };
  const parts = roots.filter((root) => isOn(site, root)).map((root) => expand(root, start));
  const tree = {
    categories: parts
      .flatMap((part) => part.categories)
      .map((category, position) => ({ ...category, position })),
    leaves: parts.flatMap((part) => part.leaves),
  };
  trees.set(site, tree);
  return tree;
}

/** All categories of a demo site, parents before children; built once per site. */
export function demoCategories(site: DemoSiteId): readonly CategoryNode[] {
  return treeOf(site).categories;
}

/** The leaves of a demo site with their sources. */
export function demoLeaves(site: DemoSiteId): readonly DemoLeaf[] {
  return treeOf(site).leaves;
}
