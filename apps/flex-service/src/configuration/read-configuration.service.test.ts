import { describe, expect, test } from "vitest";
import { areaById } from "../coverage-areas/coverage-areas.service.ts";
import { buildConfiguration } from "./build-configuration.rules.ts";
import type { FlexConfiguration } from "./configuration.schema.ts";
import type { ConfigurationArguments } from "./query.schema.ts";
import { readConfiguration } from "./read-configuration.service.ts";
import { everything, stateOf } from "./state.fixture.ts";

const area = areaById("MLA-BUE");
if (!area) throw new Error("Buenos Aires is missing");
const span = { value: 14, unit: "days" };
const state = stateOf();
const training_times = { original: span, remaining: { ...span, value: 3 }, activation_date: "2026-03-01" };
const configuration = buildConfiguration(
  { ...state, subscription: { ...state.subscription, training_times } },
  area,
  "2026-03-10",
);

/** Reads and tells with what arguments the configuration was resolved, if it was. */
async function read(query: unknown) {
  const calls: ConfigurationArguments[] = [];
  const resolve = async (args: ConfigurationArguments): Promise<FlexConfiguration> => {
    calls.push(args);
    return configuration;
  };
  const answer = await readConfiguration(query, resolve);
  return { answer: JSON.parse(JSON.stringify(answer)), calls };
}

const args = "(user_id: 2000000001, service_id: 4000000001)";
const only = (selection: string) => `{ configuration${args} ${selection} }`;
const selected = async (selection: string) => (await read(only(selection))).answer.configuration;

test("the full selection answers every field of the configuration", async () => {
  expect(await selected(everything)).toEqual(JSON.parse(JSON.stringify(configuration)));
});

test.each([
  ["query { configuration", "}"],
  ["query Mine { configuration", "}"],
  ["{ configuration", "}"],
  ["{ mine: configuration", "}"],
  ["configuration", ""],
  ["\n # a comment\n configuration", " "],
  ["mine: configuration", ""],
])("the form %s(...) {...}%s is read", async (open, close) => {
  const { answer } = await read(`${open}${args} { address { id } delivery_window }${close}`);
  expect(answer).toEqual({
    ok: true,
    configuration: { address: { id: 1_012_345_678 }, delivery_window: "same_day" },
  });
});

test("ids over 2^31 reach the resolver, optional arguments are null when left out", async () => {
  const { calls } = await read(`{ configuration${args} { delivery_window } }`);
  expect(calls).toEqual([
    {
      user_id: 2_000_000_001,
      service_id: 4_000_000_001,
      flavour: null,
      original_configuration_required: null,
    },
  ]);
});

test("all arguments reach the resolver, in any order", async () => {
  const all = '(flavour: "turbo", original_configuration_required: true, service_id: 2, user_id: -1)';
  expect((await read(`configuration${all} { working_days }`)).calls).toEqual([
    { user_id: -1, service_id: 2, flavour: "turbo", original_configuration_required: true },
  ]);
});

test("an id over 2^53 is read as 2^53 - 1, which is not in use", async () => {
  const { calls } = await read(
    "{ configuration(user_id: 9223372036854775807, service_id: 1) { working_days } }",
  );
  expect(calls.map(({ user_id }) => user_id)).toEqual([Number.MAX_SAFE_INTEGER]);
});

test("a sub-selection on neighborhoods, coordinates and accurate_ranges is ignored", async () => {
  const zone = "{ neighborhoods { id name } polygon { geometry { coordinates { anything } } } }";
  const answer = await selected(
    `{ origin_zone { neighborhoods { name } } zones ${zone} availables { accurate_ranges { from to } } }`,
  );
  expect(answer.origin_zone.neighborhoods).toEqual(["Palermo Soho", "Palermo Hollywood", "Las Cañitas"]);
  expect(answer.zones[0].polygon.geometry.coordinates).toEqual(area.zones[0]?.polygon.geometry.coordinates);
  expect(answer.availables.accurate_ranges).toEqual([]);
});

test("aliases and fragments are answered as GraphQL has them", async () => {
  const query = `query { ...Root } fragment Root on Query { configuration${args} { where: address { ...Place } ... { is_moderated } } }
    fragment Place on Address { city { name } }`;
  expect((await read(query)).answer.configuration).toEqual({
    where: { city: { name: "Palermo" } },
    is_moderated: false,
  });
});

test("an error of the resolver passes through as it is", async () => {
  const failure = new Error("subscriptions not found");
  await expect(
    readConfiguration(`configuration${args} { working_days }`, () => Promise.reject(failure)),
  ).rejects.toBe(failure);
});

const invalid: [string, unknown][] = [
  ["no string", undefined],
  ["a number", 7],
  ["an object", { configuration: true }],
  ["an empty string", ""],
  ["blanks", "  \n"],
  ["a comment only", "# nothing"],
  ["a missing brace", `{ configuration${args} { working_days }`],
  ["a stray character", only("{ working_days ? }")],
  ["a broken argument list", "{ configuration(user_id: , service_id: 1) { working_days } }"],
  ["no selection at all", `{ configuration${args} }`],
  ["an empty selection", only("{}")],
  ["an empty nested selection", only("{ address {} }")],
  ["an unknown field", only("{ password }")],
  ["an unknown nested field", only("{ zones { polygon { area } } }")],
  ["an object without a selection", only("{ address }")],
  ["a selection on a scalar", only("{ delivery_window { id } }")],
  ["an unknown fragment", only("{ ...Nowhere }")],
  ["a fragment on an unknown type", `${only("{ ...F }")} fragment F on Nothing { id }`],
  ["a fragment on another type", `${only("{ ...F }")} fragment F on Zone { id }`],
  [
    "two fragments of one name",
    `${only("{ ...F }")} ${"fragment F on Configuration { working_days } ".repeat(2)}`,
  ],
  ["a directive", only("{ working_days @skip(if: true) }")],
  [
    "two operations",
    `query A { configuration${args} { working_days } } query B { configuration${args} { working_days } }`,
  ],
  [
    "two configurations",
    `{ a: configuration${args} { working_days } b: configuration${args} { working_days } }`,
  ],
  [
    "an operation smuggled into the bare form",
    `configuration${args} { working_days } } query B { configuration${args} { working_days }`,
  ],
  ["a schema definition", `${only("{ working_days }")} type Zone { id: Int }`],
  ["only a fragment", "fragment F on Configuration { working_days }"],
  ["introspection of a type name", only("{ zones { __typename } }")],
  ["fields of one name that differ", only("{ x: delivery_window x: is_moderated }")],
];

const failedSchema: [string, string][] = [
  ["an unknown root field", `{ settings${args} { working_days } }`],
  ["an unknown bare root field", `settings${args} { working_days }`],
  ["a root field beside configuration", `{ configuration${args} { working_days } health }`],
  ["introspection of the schema", "{ __schema { types { name } } }"],
  ["introspection of a type", '{ __type(name: "Zone") { name } }'],
  ["a type name at the root", "{ __typename }"],
  ["introspection behind a fragment", "{ ...F } fragment F on Query { __schema { types { name } } }"],
  ["a mutation", `mutation { configuration${args} { working_days } }`],
  ["a subscription", `subscription { configuration${args} { working_days } }`],
  ["no arguments", "{ configuration { working_days } }"],
  ["no user_id", "{ configuration(service_id: 1) { working_days } }"],
  ["no service_id", "{ configuration(user_id: 1) { working_days } }"],
  ["an unknown argument", "{ configuration(user_id: 1, service_id: 1, site: 2) { working_days } }"],
  ["an argument twice", "{ configuration(user_id: 1, user_id: 2, service_id: 1) { working_days } }"],
  ["a string for an id", '{ configuration(user_id: "1", service_id: 1) { working_days } }'],
  ["a float for an id", "{ configuration(user_id: 1.5, service_id: 1) { working_days } }"],
  ["null for an id", "{ configuration(user_id: null, service_id: 1) { working_days } }"],
  ["an id over 64 bits", "{ configuration(user_id: 9223372036854775808, service_id: 1) { working_days } }"],
  ["a number for flavour", "{ configuration(user_id: 1, service_id: 1, flavour: 3) { working_days } }"],
  ["a word for flavour", "{ configuration(user_id: 1, service_id: 1, flavour: turbo) { working_days } }"],
  [
    "a string for a boolean",
    '{ configuration(user_id: 1, service_id: 1, original_configuration_required: "true") { working_days } }',
  ],
  ["a variable", "query ($u: Long!) { configuration(user_id: $u, service_id: 1) { working_days } }"],
  ["an undeclared variable", "{ configuration(user_id: $u, service_id: 1) { working_days } }"],
];

const spread = (name: string, times: number) => `...${name} `.repeat(times);
const doubling = Array.from(
  { length: 30 },
  (_, i) => `fragment F${i} on Configuration { ${spread(`F${i + 1}`, 2)} }`,
).join(" ");
const nested = (levels: number) => `${"zones { ".repeat(levels)} id ${"} ".repeat(levels)}`;

const bombs: [string, string][] = [
  ["a megabyte of selection", only(`{ ${"working_days ".repeat(80_000)} }`)],
  ["a megabyte of spaces", `{ configuration${args} { working_days } }${" ".repeat(1_000_000)}`],
  ["17 KiB of umlauts", `{ configuration${args} { working_days } } # ${"ü".repeat(8_500)}`],
  ["a row of # that might be one comment or sixty", `${"#".repeat(60)}\n1`],
  ["a depth of 50", only(`{ ${nested(50)} }`)],
  ["a depth of 13", only(`{ ${nested(12)} }`)],
  ["a depth of 50 inside an ignored selection", only(`{ origin_zone { neighborhoods { ${nested(50)} } } }`)],
  ["sixteen thousand open braces", "{".repeat(16_000)],
  ["sixteen thousand nested fields", "{a".repeat(8_000)],
  ["a list sixteen thousand deep for an argument", `{ configuration(user_id: ${"[".repeat(16_000)}`],
  [
    "a thousand aliases of a field",
    `{ configuration${args} { ${Array.from({ length: 1000 }, (_, i) => `a${i}: working_days`).join(" ")} } }`,
  ],
  [
    "a thousand aliases of the root",
    `{ ${Array.from({ length: 300 }, (_, i) => `a${i}: configuration${args} { id }`).join(" ")} }`,
  ],
  ["a thousand times one field", only(`{ ${"working_days ".repeat(1000)} }`)],
  [
    "fragments that double thirty times",
    `${only("{ ...F0 }")} ${doubling} fragment F30 on Configuration { working_days }`,
  ],
  ["a fragment that contains itself", `${only("{ ...F }")} fragment F on Configuration { ...F }`],
  [
    "an unused fragment that contains itself",
    `${only("{ working_days }")} fragment F on Configuration { ...F }`,
  ],
  [
    "two fragments that contain each other",
    `${only("{ ...F }")} fragment F on Configuration { ...G } fragment G on Configuration { ...F }`,
  ],
  ["a root fragment that contains itself", "{ ...F } fragment F on Query { ...F }"],
  [
    "inline fragments a thousand deep",
    only(`{ ${"... { ".repeat(1000)} working_days ${"} ".repeat(1000)} }`),
  ],
];

describe("a query is refused before anything is resolved, as invalid query, for", () => {
  test.each([...invalid, ...bombs])("%s", async (_, query) => {
    expect(await read(query)).toEqual({
      answer: { ok: false, kind: "invalid_query", detail: expect.any(String) },
      calls: [],
    });
  });
});

describe("a query is refused before anything is resolved, as a failed schema, for", () => {
  test.each(failedSchema)("%s", async (_, query) => {
    expect(await read(query)).toEqual({
      answer: { ok: false, kind: "failed_schema", detail: expect.any(String) },
      calls: [],
    });
  });
});

test("a depth of 12 passes the limit: it is the unknown field that is refused", async () => {
  const { answer } = await read(only(`{ ${nested(10)} }`));
  expect(answer.detail).toContain("zones");
});

test.each(["[", "{", "{a", "(", "[{a:"])(
  "sixteen thousand characters of %s are refused as too deep, before they are parsed",
  async (part) => {
    const bomb = `{ configuration(user_id: ${part.repeat(16_000 / part.length)}`;
    expect((await read(bomb)).answer.detail).toBe("query is over 12 levels deep");
  },
);

test("a configuration that does not fit its schema is an error, not half an answer", async () => {
  const broken = { ...configuration, delivery_window: { at: "noon" } };
  // A stored value that the types forbid stands for an error in the rows.
  const resolve = async () => broken as unknown as FlexConfiguration;
  await expect(readConfiguration(`configuration${args} { delivery_window }`, resolve)).rejects.toThrow(
    "does not fit",
  );
});
