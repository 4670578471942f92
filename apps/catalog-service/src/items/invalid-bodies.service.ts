import type { Cause, InvalidBody, Sites } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { atSite } from "@marketplace/sharding";
import type { CategoryReader } from "../categories/known-categories.service.ts";
import type { Deps } from "../deps.ts";
import { draftChange, draftNew, foreignSite } from "./draft-items.service.ts";
import { fieldOf } from "./issues.rules.ts";
import { ItemChange } from "./item-input.schema.ts";
import { issuesWithoutCategory } from "./items.rules.ts";

interface NewItemRules {
  categories: CategoryReader;
  sites?: Sites<NewItemRules> | undefined;
}

interface ChangeRules extends Pick<Deps, "categories" | "items"> {
  sites?: Sites<ChangeRules> | undefined;
}

/** Issues of the valid fields of a new item whose body has invalid fields too. */
export const issuesOfInvalidItem = (sent: InvalidBody, deps: NewItemRules): Promise<Cause[]> =>
  atSite(deps, sent.caller?.siteId, (of) => issuesOfItem(sent, of));

/** Issues of the valid fields of a change; the item's category is only used for its seller. */
export const issuesOfInvalidChange = (sent: InvalidBody, deps: ChangeRules): Promise<Cause[]> =>
  atSite(deps, siteOfItem(String(sent.params.id)), (of) => issuesOfChange(sent, of));

async function issuesOfItem(sent: InvalidBody, deps: NewItemRules): Promise<Cause[]> {
  const body = withoutUnknownParts(sent);
  const { category_id, ...given } = validFields(body);
  const siteId = body.caller?.siteId ?? "";
  if (category_id === undefined)
    return issuesOfOtherFields(body, [
      ...foreignSite(given, siteId),
      ...issuesWithoutCategory(given, undefined),
    ]);
  return issuesOfOtherFields(body, (await draftNew({ ...given, category_id }, siteId, deps)).issues);
}

async function issuesOfChange(sent: InvalidBody, deps: ChangeRules): Promise<Cause[]> {
  const body = withoutUnknownParts(sent);
  const given = validFields(body);
  const item = await deps.items.find(String(body.params.id));
  const known = item && item.sellerId === body.caller?.userId && !fieldsOf(body).has("category_id");
  return issuesOfOtherFields(
    body,
    known ? (await draftChange(item, given, deps)).issues : issuesWithoutCategory(given, undefined),
  );
}

const issuesOfOtherFields = (body: InvalidBody, issues: readonly Cause[]): Cause[] => {
  const wrong = fieldsOf(body);
  return issues.filter(({ references }) => !references.some((reference) => wrong.has(fieldOf(reference))));
};

/** The fields without an issue. */
function validFields(body: InvalidBody): ItemChange {
  const { value } = body;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const wrong = fieldsOf(body);
  const others = Object.entries(value).filter(
    ([name]) => Object.hasOwn(ItemChange.shape, name) && !wrong.has(name),
  );
  const given = ItemChange.safeParse(Object.fromEntries(others)).data ?? {};
  // An invalid currency must not limit the decimals of the price.
  return wrong.has("currency_id") ? { ...given, currency_id: "" } : given;
}

/** `body.attributes[0].color` gives `["body", "attributes", "0", "color"]`. */
const partsOf = (reference: string): string[] => reference.split(/[.[\]]+/).filter((part) => part !== "");

/**
 * The body without the unknown parts of its fields, so that they hide no other issue of their field. An
 * attribute that is left without a value stays invalid: the unknown part was its value, misspelled.
 */
function withoutUnknownParts(body: InvalidBody): InvalidBody {
  const value = structuredClone(body.value);
  const removed = body.causes.filter(({ code, references: [reference = ""] }) => {
    const [name, ...path] = partsOf(reference).toReversed();
    if (code !== "unknown_field" || name === undefined || path.length < 2) return false;
    const holder = path.toReversed().slice(1).reduce<unknown>(partOf, value);
    if (typeof holder !== "object" || holder === null) return false;
    Reflect.deleteProperty(holder, name);
    return Object.keys(holder).some((key) => !identifying.has(key));
  });
  return { ...body, value, causes: body.causes.filter((cause) => !removed.includes(cause)) };
}

const partOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;

/** What names an attribute or a picture, and says nothing of it. */
const identifying: ReadonlySet<string> = new Set(["id", "name"]);

const fieldsOf = ({ causes }: InvalidBody): Set<string> =>
  new Set(causes.flatMap(({ references }) => references.map(fieldOf)));
