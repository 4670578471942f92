import { common, type InvalidInput, type Problem } from "@marketplace/conventions";
import {
  flexSiteParam,
  invalidPath,
  pathProblems,
  serviceParam,
  userParam,
} from "../access/flex-path.schema.ts";
import { sellersRows, userProblems } from "../access/flex-user.service.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { changeConfiguration, coverage, delivery, readPart } from "./change-configuration.service.ts";
import {
  ConfigurationQuery,
  CoverageBody,
  DeliveryBody,
  exampleQuery,
  FlexConfiguration,
  SelectedConfiguration,
  StoredCoverage,
  StoredDelivery,
} from "./configuration.schema.ts";
import { configurationOf } from "./configuration.service.ts";

const exampleService = "/shipping/flex/sites/MLA/users/2418503621/services/4460000033";

/** JSON without a query is an invalid query; what is no JSON is an invalid body. */
function invalidRead(input: InvalidInput): Problem | undefined {
  const { where, causes } = input;
  if (where === "params") return invalidPath(input);
  if (where === "media") return undefined;
  const noQuery = causes.some(
    ({ code, references: [at] }) => at === "body.query" || (at === "body" && code === "invalid_type"),
  );
  return where === "body" && noQuery
    ? problems.invalid_query({ cause: causes })
    : problems.invalid_json_body({ cause: causes });
}

function invalidChange(input: InvalidInput): Problem | undefined {
  const { where, causes } = input;
  if (where === "params") return invalidPath(input);
  return where === "media" ? undefined : problems.invalid_json_body({ cause: causes });
}

const readFlexConfiguration = operation({
  id: "readFlexConfiguration",
  method: "POST",
  path: "/shipping/flex/sites/{site_id}/configuration/v3",
  summary: "Reads what a GraphQL selection asks of a seller's configuration",
  example: "/shipping/flex/sites/MLA/configuration/v3",
  params: { site_id: flexSiteParam() },
  body: ConfigurationQuery,
  examples: { body: { query: exampleQuery } },
  response: SelectedConfiguration,
  access: "read",
  errors: [
    ...pathProblems,
    ...userProblems,
    problems.invalid_json_body,
    problems.failed_schema,
    problems.invalid_query,
    problems.subscriptions_not_found,
  ],
  problems: { invalid: invalidRead },
  async handle({ params, body, caller }, deps) {
    // Loaded at the first query: GraphQL takes 4 MB (ADR 17).
    const { readConfiguration } = await import("./read-configuration.service.ts");
    const read = await readConfiguration(body.query, (args) =>
      configurationOf({ ...args, siteId: params.site_id }, caller, deps),
    );
    if (read.ok) return { query: read.configuration, configuration: read.configuration };
    const cause = [{ code: read.kind, message: read.detail, references: ["body.query"] }];
    throw problems[read.kind]({ cause });
  },
});

const ofService = { site_id: flexSiteParam(), user_id: userParam(), service_id: serviceParam() };
const changeProblems = [
  ...pathProblems,
  problems.invalid_user_id,
  problems.invalid_service_id,
  problems.invalid_json_body,
  common.precondition_failed,
] as const;

const readProblems = [
  ...pathProblems,
  ...userProblems,
  problems.invalid_service_id,
  problems.subscriptions_not_found,
] as const;
const deliveryPath =
  "/shipping/flex/sites/{site_id}/users/{user_id}/services/{service_id}/configuration/delivery/custom/v3";
const coveragePath =
  "/shipping/flex/sites/{site_id}/users/{user_id}/services/{service_id}/configuration/coverage/zone/v3";

const readDelivery = operation({
  id: "readFlexDelivery",
  method: "GET",
  path: deliveryPath,
  summary: "Reads the delivery window, hours, capacity, and the general cutoff as it was set",
  example: `${exampleService}/configuration/delivery/custom/v3`,
  params: ofService,
  response: StoredDelivery,
  errors: readProblems,
  problems: { invalid: invalidPath },
  handle: ({ params, caller }, deps) => readPart(delivery, { caller, pair: pairOf(params) }, deps),
});

const readCoverage = operation({
  id: "readFlexCoverage",
  method: "GET",
  path: coveragePath,
  summary: "Reads the chosen zones, each with its own cutoff and the one in force",
  example: `${exampleService}/configuration/coverage/zone/v3`,
  params: ofService,
  response: StoredCoverage,
  errors: readProblems,
  problems: { invalid: invalidPath },
  handle: ({ params, caller }, deps) => readPart(coverage, { caller, pair: pairOf(params) }, deps),
});

const changeDelivery = operation({
  id: "changeFlexDelivery",
  method: "PUT",
  path: deliveryPath,
  summary: "Sets the delivery window, hours, general cutoff and capacity; takes If-Match",
  example: `${exampleService}/configuration/delivery/custom/v3`,
  params: ofService,
  body: DeliveryBody,
  examples: {
    body: {
      delivery_window: "same_day",
      delivery_ranges: { week: [{ from: 15, to: 21, cutoff: 14, capacity: 50 }] },
    },
  },
  response: StoredDelivery,
  errors: [...changeProblems, problems.delivery_forbidden, problems.delivery_not_found],
  problems: { invalid: invalidChange },
  site: ({ params }) => sellersRows(params),
  handle: ({ params, ...input }, deps) =>
    changeConfiguration(delivery, { ...input, pair: pairOf(params) }, deps),
});

const changeCoverage = operation({
  id: "changeFlexCoverage",
  method: "PUT",
  path: coveragePath,
  summary: "Chooses the zones to deliver to, each with a cutoff of its own if wanted; takes If-Match",
  example: `${exampleService}/configuration/coverage/zone/v3`,
  params: ofService,
  body: CoverageBody,
  examples: {
    body: { zones: [{ id: "MLA-BUE-PALERMO", cutoff: { week: 14 } }, { id: "MLA-BUE-BELGRANO" }] },
  },
  response: StoredCoverage,
  errors: [...changeProblems, problems.coverage_forbidden, problems.coverage_not_found],
  problems: { invalid: invalidChange },
  site: ({ params }) => sellersRows(params),
  handle: ({ params, ...input }, deps) =>
    changeConfiguration(coverage, { ...input, pair: pairOf(params) }, deps),
});

const pairOf = (params: { site_id: string; user_id: number; service_id: number }) => ({
  siteId: params.site_id,
  userId: params.user_id,
  serviceId: params.service_id,
});

/** When and where a seller delivers by Flex. */
export const configurations = resource({
  name: "Flex configuration",
  description: "A seller's delivery hours, cutoffs, capacity and coverage zones",
  fields: FlexConfiguration,
  related: ["/users", "/sites"],
  operations: [readFlexConfiguration, readDelivery, readCoverage, changeDelivery, changeCoverage],
});
