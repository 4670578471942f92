import type { InvalidInput, Problem } from "@marketplace/conventions";
import { problems } from "../problems.ts";
import { issuesOfInvalidItem } from "./invalid-bodies.service.ts";
import { ofItems } from "./issues.rules.ts";
import { NewItemInput } from "./item-input.schema.ts";

/** An invalid body answers `validation_error` like an item that breaks a rule. */
export const invalid = ({ where, causes }: InvalidInput): Problem | undefined =>
  where === "body" ? problems.validation_error({ cause: causes.map(ofItems) }) : undefined;

/** How a new item is read: as a body of its own, and as a line of many. */
export const newItem = {
  body: NewItemInput,
  furtherCauses: issuesOfInvalidItem,
  problems: { invalid },
} as const;
