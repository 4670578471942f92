import { expect, it } from "vitest";
import { scenarios } from "../../../../../packages/sandbox/src/scenarios/definitions.ts";
import { triggers } from "../../../../../packages/sandbox/src/triggers/definitions.ts";
import { scenarioDescriptions, triggerDescriptions } from "./described.ts";

it.each(["es", "pt"] as const)("every trigger and every scenario is described in %s", (language) => {
  const named = (described: Readonly<Record<string, string>>) => Object.keys(described).toSorted();
  expect(named(triggerDescriptions[language])).toEqual([...triggers.keys()].toSorted());
  expect(named(scenarioDescriptions[language])).toEqual([...scenarios.keys()].toSorted());
});
