import { type Caller, common, type Sites } from "@marketplace/conventions";
import { afterChange } from "@marketplace/sharding";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { siteIdOf, siteOf } from "../sites/sites.service.ts";
import { type ChangeDeps, changeTree } from "../tree/change-tree.service.ts";
import type { CategoryNode, CategoryWire, PresentCategory } from "./categories.schema.ts";
import { readCategory } from "./categories.service.ts";
import { newAttributes } from "./category-attributes.service.ts";
import { assertMayChangeTree } from "./category-changes.policy.ts";
import { asParent, blankCategory, placed, withAttributes, withFields } from "./category-draft.rules.ts";
import type { CategoryChange, NewCategory } from "./category-input.schema.ts";
import { presentCategory } from "./present-category.service.ts";

interface WriteDeps extends ChangeDeps, Pick<Deps, "categories" | "counts" | "clock"> {
  sites?: Sites<WriteDeps> | undefined;
}

/** Levels of a tree at most, as in files. */
const maxDepth = 64;

/** Items that follow their category into another domain while its operator waits: some seconds. */
const itemsAtOnce = 20_000;

const invalid = (field: string, message: string) =>
  common.bad_request(
    { message: `Invalid body.${field}: ${message}` },
    { cause: [{ code: "invalid_value", message, references: [`body.${field}`] }] },
  );

/** Adds a category, or brings a retired one back with the attributes and settings it had. */
export async function createCategory(
  input: NewCategory,
  caller: Caller,
  deps: WriteDeps,
): Promise<CategoryWire> {
  assertMayChangeTree(caller);
  const siteId = siteIdOfNew(input);
  const id = await changeTree(siteId, deps, async () => {
    const { branches, tree, clock } = deps;
    const before = input.id === undefined ? undefined : await branches.lock(input.id);
    if (before && !before.retired) throw problems.category_exists({ id: before.id });
    // Below a retired category others may be that are retired, too.
    const height = before ? await branches.height(before) : 1;
    const parent = await newParent(input.parent_id ?? null, height, deps);
    const id = input.id ?? `${siteId}${(await branches.newNumbers(siteId, 1))[0]}`;
    const blank =
      before ?? blankCategory({ id, siteId, dateCreated: clock.now(), given: input.settings }, parent);
    const attributes = input.attributes
      ? await newAttributes(input.attributes, siteId, deps)
      : blank.attributes;
    const node = withFields(withAttributes({ ...blank, retired: false, isLeaf: true }, attributes), input);
    const position = await branches.nextPosition(siteId, parent?.id ?? null);
    const changed = [placed(node, parent, position), ...(parent ? [asParent(parent)] : [])];
    await tree.upsert(changed, { maxItems: itemsAtOnce });
    if (before) await branches.rewritePaths(before, parent?.path ?? []);
    return { result: id, attributes: attributes.map((known) => known.id) };
  });
  return afterChange(deps, siteIdOf(id), (of) => readCategory(id, of));
}

/** The site that a new category asks to be in, if it names any. */
export function siteAskedFor({ id, site_id, parent_id }: NewCategory): string | undefined {
  const scopedId = parent_id ?? site_id ?? id;
  return scopedId === undefined ? undefined : siteIdOf(scopedId);
}

function siteIdOfNew(input: NewCategory): string {
  const { id, site_id } = input;
  const siteId = siteAskedFor(input);
  if (siteId === undefined) throw invalid("site_id", "is required for a category without a parent");
  if (site_id !== undefined && site_id !== siteId) throw invalid("site_id", "must be the site of the parent");
  if (id !== undefined && siteIdOf(id) !== siteId) throw invalid("id", `must begin with the site, ${siteId}`);
  return siteOf(siteId).id;
}

/** Changes, renames or moves a category; what is left out stays. */
export async function changeCategory(
  { id, change }: { id: string; change: CategoryChange },
  caller: Caller,
  deps: WriteDeps,
): Promise<CategoryWire> {
  assertMayChangeTree(caller);
  await changeTree(siteIdOf(id), deps, async () => {
    const before = await presentCategory(id, deps);
    const parentId = change.parent_id === undefined ? before.parentId : change.parent_id;
    const node = withFields(before, change);
    await deps.tree.upsert([node], { maxItems: itemsAtOnce });
    if (parentId !== before.parentId) await move(node, parentId, deps);
    else if (node.name !== before.name) await deps.branches.rewritePaths(node, before.path.slice(0, -1));
    return { result: id };
  });
  return afterChange(deps, siteIdOf(id), (of) => readCategory(id, of));
}

/** Puts a category below another parent. */
async function move(node: CategoryNode, parentId: string | null, deps: WriteDeps): Promise<void> {
  const { branches, tree } = deps;
  // Before the parent is looked at: the lock is that of one site's tree.
  if (parentId !== null && siteIdOf(parentId) !== node.siteId)
    throw invalid("parent_id", "must be of the same site");
  const parent = await newParent(parentId, await branches.height(node), deps);
  if (parent?.path.includes(node.id)) throw invalid("parent_id", `${parent.id} is below ${node.id}`);
  const position = await branches.nextPosition(node.siteId, parentId);
  await tree.upsert([placed(node, parent, position), ...(parent ? [asParent(parent)] : [])]);
  if (node.parentId !== null) await becomeLeafWithoutChildren(node.parentId, deps);
  await branches.rewritePaths(node, parent?.path ?? []);
}

interface Retirement {
  id: string;
  /** Leaves active items in the category. */
  keepItems: boolean;
}

/** Takes a category out of the tree. Items in it stay, and it can be read by its id as long as some are. */
export async function retireCategory(
  { id, keepItems }: Retirement,
  caller: Caller,
  deps: WriteDeps,
): Promise<void> {
  assertMayChangeTree(caller);
  await changeTree(siteIdOf(id), deps, async () => {
    const { branches, tree } = deps;
    const before = await presentCategory(id, deps);
    const children = await branches.childCount(id);
    if (children > 0) throw problems.category_has_children({ id, children });
    const { active } = await tree.itemsIn([id]);
    if (active > 0 && !keepItems) throw problems.category_has_items({ id, active });
    await tree.upsert([{ ...before, retired: true }]);
    if (before.parentId !== null) await becomeLeafWithoutChildren(before.parentId, deps);
    return { result: undefined };
  });
}

/** It takes no items until an operator sets `listing_allowed`. */
async function becomeLeafWithoutChildren(id: string, { branches, tree }: WriteDeps): Promise<void> {
  const parent = await branches.lock(id);
  if (parent && (await branches.childCount(id)) === 0) await tree.upsert([{ ...parent, isLeaf: true }]);
}

/** The category that gets a branch of this height; without active items, because they are in leaves only. */
async function newParent(
  id: string | null,
  height: number,
  { branches, tree }: WriteDeps,
): Promise<PresentCategory | undefined> {
  if (id === null) return undefined;
  const parent = await branches.lock(id);
  if (!parent || parent.retired) throw invalid("parent_id", `category ${id} does not exist`);
  if (parent.path.length + height > maxDepth) throw invalid("parent_id", `is over ${maxDepth} levels deep`);
  const { active } = parent.isLeaf ? await tree.itemsIn([id]) : { active: 0 };
  if (active > 0) throw problems.category_has_items({ id, active });
  return parent;
}
