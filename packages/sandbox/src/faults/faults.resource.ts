import { pagingQuery, utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../feature.ts";
import { pageOf } from "../page.ts";
import { problems } from "../problems.ts";
import type { ActiveRule } from "./fault-rules.ts";
import { FaultRule, FaultRulePage, FaultRules, FaultRuleView, maxRules } from "./faults.schema.ts";
import { faultsOf } from "./request-faults.ts";

const viewOf = ({ expiresAt, ...rule }: ActiveRule): z.input<typeof FaultRuleView> => ({
  ...rule,
  expires_at: utcTimestamp(expiresAt),
});

const listFaults = operation({
  id: "listFaults",
  method: "GET",
  path: "/_sandbox/faults",
  summary: "Lists the fault rules in force, with how often each has fired",
  query: pagingQuery,
  response: FaultRulePage,
  handle({ query, http }, deps) {
    return pageOf(faultsOf(deps.worldOf(http.req)).list(), query, viewOf);
  },
});

const putFaults = operation({
  id: "putFaults",
  method: "PUT",
  path: "/_sandbox/faults",
  summary: "Replaces all fault rules; of those that match a call, the first that is due disturbs it",
  body: FaultRules,
  response: FaultRulePage,
  async handle({ body, http }, deps) {
    const world = deps.worldOf(http.req);
    const faults = faultsOf(world);
    faults.set(body);
    await world.publishFaults();
    return pageOf(faults.list(), { limit: maxRules, offset: 0 }, viewOf);
  },
});

const addFault = operation({
  id: "addFault",
  method: "POST",
  path: "/_sandbox/faults",
  summary: "Adds a fault rule behind the others",
  body: FaultRule,
  status: 201,
  response: FaultRuleView,
  errors: [problems.fault_exists, problems.too_many_faults],
  async handle({ body, http }, deps) {
    const world = deps.worldOf(http.req);
    const faults = faultsOf(world);
    if (faults.list().length >= maxRules) throw problems.too_many_faults({ most: maxRules });
    const added = faults.add(body);
    if (!added) throw problems.fault_exists({ id: body.id });
    await world.publishFaults();
    return viewOf(added);
  },
});

const deleteFault = operation({
  id: "deleteFault",
  method: "DELETE",
  path: "/_sandbox/faults/{id}",
  summary: "Ends one fault rule",
  example: "/_sandbox/faults/slow-questions",
  params: { id: z.string().describe("Name of the rule") },
  status: 204,
  errors: [problems.fault_not_found],
  async handle({ params: { id }, http }, deps) {
    const world = deps.worldOf(http.req);
    if (!faultsOf(world).end(id)) throw problems.fault_not_found({ id });
    await world.publishFaults();
  },
});

/** Faults: failures on demand. */
export const faults = resource({
  name: "Faults",
  description:
    "Failures on demand: of the API's answers, of notifications, of the object store and the databases",
  fields: FaultRuleView,
  operations: [listFaults, putFaults, addFault, deleteFault],
});
