import {
  allowsChange,
  type Caller,
  type Cause,
  common,
  isBlank,
  strongETag,
  utcTimestamp,
} from "@marketplace/conventions";
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { issue } from "./issues.rules.ts";
import { type DescriptionWire, descriptionIdOf, type Item } from "./items.schema.ts";
import { renamingReferences } from "./own-references.service.ts";
import { updateItem } from "./write-items.service.ts";

type Wire = z.output<typeof DescriptionWire>;

/** The representation of an item's description. */
export const descriptionWire = ({ description, lastUpdated, dateCreated }: Item): Wire => ({
  text: "",
  plain_text: description,
  last_updated: utcTimestamp(lastUpdated),
  date_created: utcTimestamp(dateCreated),
  snapshot: {},
});

/** A description by its id; 404 when the item has no description, or the id is another one. */
export async function readDescription(
  { id, description_id }: { id: string; description_id: string },
  { items }: Pick<Deps, "items">,
): Promise<{ id: string } & Wire> {
  const item = await items.get(id);
  if (item.description === "" || description_id !== descriptionIdOf(id))
    throw problems.description_not_found({ id: description_id });
  return { id: description_id, ...descriptionWire(item) };
}

interface DescriptionChange {
  id: string;
  plain_text: string;
  caller: Caller;
}

const invalid = (cause: readonly Cause[]) => problems.validation_error({ cause });

/** Writes the first description of an item; 400 when it has one. */
export async function createDescription(
  { id, plain_text, caller }: DescriptionChange,
  deps: Deps,
): Promise<Wire> {
  if (isBlank(plain_text))
    throw invalid([issue("description.required", "a description needs a text", "plain_text")]);
  const message = `item ${id} has a description: change it by PUT /items/${id}/description`;
  return write({ id, plain_text, caller }, deps, ({ description }) => {
    if (description !== "") throw invalid([issue("description.exists", message, "plain_text")]);
  });
}

/** Writes, replaces or, by a blank text, removes the description of an item. */
export const replaceDescription = (
  change: DescriptionChange,
  ifMatch: string | undefined,
  deps: Deps,
): Promise<Wire> =>
  write(change, deps, (item) => {
    // `last_updated` is the item's: any change of the item is a change of this ETag.
    const present = strongETag(JSON.stringify(descriptionWire(item)));
    if (!allowsChange(ifMatch, present)) throw common.precondition_failed();
  });

async function write(
  { id, plain_text, caller }: DescriptionChange,
  deps: Deps,
  expect: (item: Item) => void,
): Promise<Wire> {
  const change = { description: { plain_text } };
  return renamingReferences(toDescriptionReference, async () =>
    descriptionWire(await updateItem({ id, change, caller, expect }, deps)),
  );
}

/**
 * Renames references from the item's body to the description's: `body.description.plain_text` becomes
 * `body.plain_text`. One with a place in the text has no `body.`, as clients know it: `plain_text[12]`.
 */
const toDescriptionReference = (reference: string): string =>
  reference
    .replace("body.description.plain_text[", "plain_text[")
    .replace("body.description.plain_text", "body.plain_text");
