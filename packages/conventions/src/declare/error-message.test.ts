import { expect, test } from "vitest";
import { messageOf } from "./error-message.ts";

test.each([
  ["the message of an error", new Error("no disk", { cause: "x" }), "no disk"],
  [
    "the code of a failed connection to several addresses, which has no message",
    Object.assign(new AggregateError([new Error("refused")]), { code: "ECONNREFUSED" }),
    "ECONNREFUSED",
  ],
  ["the name of an error with neither", new TypeError(), "TypeError"],
  ["the text of what is no error", 42, "42"],
])("it is %s", (_, error, text) => expect(messageOf(error)).toBe(text));
