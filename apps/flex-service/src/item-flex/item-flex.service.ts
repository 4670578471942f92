import { findItems, type ItemSummary } from "@marketplace/contracts";
import { type Caller, isOperator, type Problem } from "@marketplace/conventions";
import { flexSites } from "../coverage-areas/coverage-areas.service.ts";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";

/** The ids in a path of item Flex. */
interface Path {
  site_id: string;
  item_id: string;
}

type Catalog = Pick<Deps, "catalog">;

/** Whether Flex is on, for the item's seller and operators. */
export async function hasFlex(path: Path, caller: Caller, deps: Catalog): Promise<boolean> {
  const item = await found(path, problems.item_does_not_exist, deps);
  if (item.seller_id !== caller.userId && !isOperator(caller)) throw problems.wrong_access_token();
  return isOn(item);
}

const isOn = ({ shipping }: ItemSummary): boolean => shipping.tags.includes("self_service_in");

/** Switches Flex on. Of parallel calls one succeeds: the catalog changes the tag in one transaction. */
export async function switchOn(path: Path, caller: Caller, deps: Catalog): Promise<void> {
  const item = await ownItem(path, caller, deps);
  // Before the status: the specification has no condition on this answer (spec: Item Flex flag).
  if (isOn(item)) throw problems.item_already_in_flex();
  if (item.status !== "active") throw notActive(item);
  if (!(await categoryAllows(item, deps))) throw withoutFlex(item);
  await change(item, true, deps);
}

/** Switches Flex off. The category is not checked. */
export async function switchOff(path: Path, caller: Caller, deps: Catalog): Promise<void> {
  const item = await ownItem(path, caller, deps);
  if (item.status !== "active") throw notActive(item);
  await change(item, false, deps);
}

async function found({ site_id, item_id }: Path, notFound: () => Problem, { catalog }: Catalog) {
  if (!flexSites.includes(site_id)) throw notFound();
  const [item] = await findItems(catalog, [item_id]);
  if (item?.site_id !== site_id) throw notFound();
  return item;
}

async function ownItem(path: Path, caller: Caller, deps: Catalog): Promise<ItemSummary> {
  const item = await found(path, problems.item_not_found, deps);
  if (item.seller_id !== caller.userId) throw problems.wrong_access_token();
  return item;
}

/** `item down` has one message (spec: Errors, Flex): the cause says why, and what to do. */
const itemDown = (code: string, message: string): Problem =>
  problems.item_down({ cause: [{ code, message, references: ["params.item_id"] }] });

const notActive = ({ id }: ItemSummary): Problem =>
  itemDown("item_not_active", `item ${id} is not active: activate it first`);

const withoutOffer = ({ id, shipping }: ItemSummary): Problem =>
  itemDown(
    "flex_not_offered",
    `item ${id} with shipping mode ${shipping.mode} has no tag self_service_available: list it with mode me2`,
  );

const withoutFlex = ({ category_id }: ItemSummary): Problem =>
  itemDown(
    "category_without_flex",
    `category ${category_id} does not ship by Flex: list the item in one whose logistics in GET /categories/${category_id}/shipping_preferences have self_service`,
  );

/** Whether the category lists self_service, or leaves it to the item's opt-in. */
async function categoryAllows({ category_id }: ItemSummary, { catalog }: Catalog): Promise<boolean> {
  const preferences = await catalog.shippingPreferences({ category_id });
  if (!preferences) return false;
  const listed = preferences.logistics.some(({ types }) => types.includes("self_service"));
  return listed || preferences.flex_opt_in_only;
}

/** The catalog checks again under its lock, because the item may have changed since it was read. */
async function change(item: ItemSummary, on: boolean, { catalog }: Catalog): Promise<void> {
  const { outcome } = await catalog.setFlex({ item_id: item.id, on });
  if (outcome === "not_found") throw problems.item_not_found();
  if (outcome === "not_offered") throw withoutOffer(item);
  if (outcome === "not_active") throw notActive(item);
  if (outcome === "unchanged") throw on ? problems.item_already_in_flex() : problems.item_not_in_flex();
}
