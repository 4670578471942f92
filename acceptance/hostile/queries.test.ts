import { describe, expect, test } from "vitest";
import { bodyIn, fixtures, isStandardError, jsonRequest, say, statusOf, users } from "./sockets.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

const call = `configuration(user_id: ${users.seller_mla.id}, service_id: ${fixtures.flex_service})`;
const ask = (query: unknown): Promise<string> =>
  say(...jsonRequest("POST /shipping/flex/sites/MLA/configuration/v3", JSON.stringify({ query })));

const fragments = (count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `fragment F${n} on FlexConfiguration { ...F${n + 1} ...F${n + 1} }`,
  ).join("\n");

const aliases = (count: number, selection: string): string =>
  Array.from({ length: count }, (_, n) => `a${n}: ${selection}`).join(" ");

const bombs: [sentence: string, query: unknown][] = [
  [
    "a thousand aliases of the root",
    `{ ${Array.from({ length: 1_000 }, (_, n) => `a${n}: ${call} { delivery_window }`).join(" ")} }`,
  ],
  [
    "a thousand aliases of a field",
    `{ ${call} { ${Array.from({ length: 1_000 }, (_, n) => `a${n}: zones { id }`).join(" ")} } }`,
  ],
  [
    "polygons under four hundred names, 1.8 MB of them",
    `{ ${call} { zones { polygon { geometry { ${aliases(400, "coordinates")} } } } } }`,
  ],
  [
    "zones under eighty names",
    `{ ${call} { ${aliases(80, "zones { polygon { geometry { coordinates } } }")} } }`,
  ],
  ["a name of 8 KB in each zone", `{ ${call} { zones { ${"n".repeat(8_000)}: id } } }`],
  [
    "aliases of zones, with aliases in a fragment",
    `{ ${call} { ${aliases(60, "zones { ...Z }")} } } fragment Z on Zone { ${aliases(6, "neighborhoods")} }`,
  ],
  ["ten thousand fields", `{ ${call} { ${"delivery_window ".repeat(10_000)} } }`],
  ["a fragment that uses itself", `fragment A on FlexConfiguration { ...A } { ${call} { ...A } }`],
  [
    "two fragments that use each other",
    `fragment A on FlexConfiguration { ...B } fragment B on FlexConfiguration { ...A } { ${call} { ...A } }`,
  ],
  [
    "fragments that double thirty times",
    `${fragments(30)} fragment F30 on FlexConfiguration { delivery_window } { ${call} { ...F0 } }`,
  ],
  ["a fragment nobody wrote", `{ ${call} { ...Nowhere } }`],
  [
    "inline fragments 5 000 deep",
    `{ ${call} { ${"... { ".repeat(5_000)} delivery_window ${"} ".repeat(5_000)} } }`,
  ],
  ["brackets that never close", "{".repeat(16_000)],
  [
    "a list 5 000 deep as an argument",
    `{ configuration(user_id: ${"[".repeat(5_000)}1${"]".repeat(5_000)}, service_id: 1) { delivery_window } }`,
  ],
  [
    "an object 5 000 deep as an argument",
    `{ configuration(user_id: ${"{a:".repeat(4_000)}1${"}".repeat(4_000)}) { delivery_window } }`,
  ],
  ["a thousand directives", `{ ${call} { delivery_window ${"@include(if: true) ".repeat(1_000)} } }`],
  ["seventeen kilobytes of spaces", `{ ${call} { delivery_window } }${" ".repeat(17_000)}`],
  ["a row of # that could be read in many ways", `${"#".repeat(60)}\n1`],
  ["sixteen thousand #", "#".repeat(16_000)],
  ["introspection", "{ __schema { types { name fields { name type { name } } } } }"],
  ["introspection of a type", '{ __type(name: "Query") { name } }'],
  ["introspection inside", `{ ${call} { __typename zones { __typename } } }`],
  ["two operations", `query A { ${call} { delivery_window } } query B { ${call} { delivery_window } }`],
  ["a mutation", "mutation { configuration { delivery_window } }"],
  ["a subscription", `subscription { ${call} { delivery_window } }`],
  ["a list of queries", [`{ ${call} { delivery_window } }`]],
  [
    "an id of a thousand digits",
    `{ configuration(user_id: ${"9".repeat(1_000)}, service_id: 1) { delivery_window } }`,
  ],
  [
    "an id over 64 bits",
    "{ configuration(user_id: 99999999999999999999, service_id: 1) { delivery_window } }",
  ],
  [
    "a variable nobody gave",
    "query($u: Int) { configuration(user_id: $u, service_id: 1) { delivery_window } }",
  ],
  ["block strings that do not end", `{ configuration(flavour: """${"x".repeat(10_000)}`],
  ["bytes that are no language", "\u0001\u0002{"],
  ["a byte order mark in the middle", `{ ${call} { \ufeff delivery_window \ufffe } }`],
];

/** The two codes of the specification for an invalid query (Errors, Flex). */
const words = ["invalid query", "failed to create schema in graphql operation", "invalid JSON body"];

describe("a selection nobody should send", () => {
  test.each(bombs)("is refused in the specification's words: %s", async (_sentence, query) => {
    const said = await ask(query);
    expect(statusOf(said), said.slice(0, 300)).toBe(400);
    expect(isStandardError(said)).toBe(true);
    expect(words).toContain(JSON.parse(bodyIn(said)).message);
    expect(said.length).toBeLessThan(20_000);
  });

  test("leaves the honest one answered", async () => {
    const said = await ask(`{ ${call} { delivery_window zones { id } } }`);
    expect(statusOf(said)).toBe(200);
    expect(JSON.parse(bodyIn(said)).query).toHaveProperty("zones");
  });
});
