import { openApiFragment } from "@marketplace/conventions";
import { untypedAnswers } from "@marketplace/testkit";
import { expect, test } from "vitest";
import { resources } from "./resources.ts";

const fragment = openApiFragment(resources);

test("the lab's OpenAPI document types all but what is any JSON by its nature", () => {
  expect(untypedAnswers(fragment).toSorted()).toEqual([
    "AnyNotification",
    "getSandboxOpenApi.components",
    "getSandboxOpenApi.paths",
  ]);
});

test("each of its schemas has a name that was chosen for it", () => {
  expect(Object.keys(fragment.schemas).filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
});
