import type { z } from "zod";
import type { CategorySettings } from "./categories.schema.ts";
import type { CategoryAttribute } from "./category-attributes.schema.ts";
import type { Logistics } from "./shipping-preferences.schema.ts";

export type Settings = z.output<typeof CategorySettings>;

export interface CategoryName {
  id: string;
  name: string;
}

/** A category without its attributes, which are long and seldom needed. */
export interface Category {
  id: string;
  siteId: string;
  name: string;
  picture: string | null;
  permalink: string | null;
  parentId: string | null;
  /** Ids from the root down to this category. */
  path: string[];
  pathFromRoot: CategoryName[];
  isLeaf: boolean;
  settings: Settings;
  attributeTypes: string;
  metaCategId: string | null;
  attributable: boolean;
  dateCreated: Date;
  domainId: string | null;
  domainName: string | null;
  logistics: Logistics[];
  flexOptInOnly: boolean;
}

/** A category as a tree is loaded: with its place among its siblings and its attributes. */
export interface CategoryNode extends Category {
  position: number;
  attributes: CategoryAttribute[];
}
