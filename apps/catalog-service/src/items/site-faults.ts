import type { Cause } from "@marketplace/conventions";
import { fault } from "./fault.ts";
import type { ItemChange } from "./item-input.schema.ts";

/** An item is of one site, and stays there. */
export const siteFaults = ({ site_id }: ItemChange, siteId: string, message: string): Cause[] =>
  site_id === undefined || site_id === siteId ? [] : [fault("site_id.invalid", message, "site_id")];

/** For a new item. */
export const foreignSite = (siteId: string): string => `site_id must be the caller's, ${siteId}`;
