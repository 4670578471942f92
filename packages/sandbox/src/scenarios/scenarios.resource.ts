import { Paging, pagingQuery } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../feature.ts";
import { ownAddress } from "../own-address.ts";
import { pageOf } from "../page.ts";
import { problems } from "../problems.ts";
import { triggerContextOf } from "../triggers/trigger-context.ts";
import { scenarios } from "./definitions.ts";
import { runScenario } from "./run-scenario.ts";
import { ScenarioRun } from "./scenario.schema.ts";

const ScenarioView = z
  .object({
    name: z.string().describe("Name of the scenario"),
    description: z.string().describe("What it shows"),
  })
  .meta({ id: "ScenarioView" });

const listScenarios = operation({
  id: "listScenarios",
  method: "GET",
  path: "/_sandbox/scenarios",
  summary: "Lists the scenarios",
  query: pagingQuery,
  response: z
    .object({ paging: Paging, results: z.array(ScenarioView).describe("By name") })
    .meta({ id: "ScenarioPage" }),
  handle: ({ query }) =>
    pageOf([...scenarios.values()], query, ({ name, description }) => ({ name, description })),
});

const run = operation({
  id: "runScenario",
  method: "POST",
  path: "/_sandbox/scenarios/{name}/runs",
  summary: "Runs a scenario in a world, and says whether everything went as expected",
  example: "/_sandbox/scenarios/order-lifecycle/runs",
  params: { name: z.string().describe("Name of the scenario") },
  status: 201,
  response: ScenarioRun,
  errors: [problems.scenario_not_found],
  handle({ params: { name }, http }, deps) {
    const scenario = scenarios.get(name);
    if (!scenario) throw problems.scenario_not_found({ name });
    return runScenario(scenario, triggerContextOf(deps.worldOf(http.req), deps, ownAddress(http.req.socket)));
  },
});

/** Scenarios: triggers with clock steps and expectations. */
export const scenarioResource = resource({
  name: "Scenarios",
  description: "Triggers with clock steps between them, and expectations",
  fields: ScenarioRun,
  operations: [listScenarios, run],
});
