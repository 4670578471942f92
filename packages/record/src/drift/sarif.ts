import type { Log, ReportingDescriptor, Result } from "sarif";
import { type Difference, type Kind, kinds } from "./difference.ts";
import type { Drift, ReadOutcome } from "./drift.ts";
import { messageOf } from "./report.ts";

const schema = "https://json.schemastore.org/sarif-2.1.0.json";

/** What breaks clients is an error; a field more seldom does. */
const levels: Record<Kind, Result.level> = {
  status: "error",
  "field-added": "note",
  "field-removed": "error",
  type: "error",
  null: "warning",
  enum: "warning",
  header: "warning",
};

/** The names of the kinds, in their order: a result says its place here. */
const names = Object.keys(kinds) as Kind[];

const ruleOf = (kind: Kind): ReportingDescriptor => ({
  id: kind,
  shortDescription: { text: kinds[kind] },
  defaultConfiguration: { level: levels[kind] },
});

/** The report as SARIF 2.1.0: a difference is a result, its kind the rule, its place the field. */
export const sarifOf = (drift: Drift): Log => ({
  $schema: schema,
  version: "2.1.0",
  runs: [
    {
      tool: { driver: { name: "marketplace-api drift", rules: names.map(ruleOf) } },
      automationDetails: { id: "marketplace-api/drift/" },
      results: drift.reads.flatMap((read) => read.differences.map((one) => resultOf(read, one))),
      properties: { base: drift.base, against: drift.against, score: drift.score },
    },
  ],
});

function resultOf({ operation, target }: ReadOutcome, difference: Difference): Result {
  const { kind, at } = difference;
  const place = at === "" ? operation : `${operation}/${at}`;
  return {
    ruleId: kind,
    ruleIndex: names.indexOf(kind),
    level: levels[kind],
    message: { text: `${operation}: ${messageOf(difference)}` },
    locations: [
      {
        // Relative to where the marketplace is served. Viewers want a file: the operation takes its place.
        physicalLocation: {
          artifactLocation: { uri: encodeURI(decoded(target.slice(1))) },
          region: { startLine: 1 },
        },
        logicalLocations: [{ name: at || operation, fullyQualifiedName: place, kind: "member" }],
      },
    ],
    partialFingerprints: { "drift/v1": `${kind} ${place}` },
  };
}

/** What a target has encoded is not encoded twice. */
function decoded(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}
