import { type InvalidInput, idParam, siteIdParam, wireId } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { assignDriver, driverOf } from "./assignments.service.ts";

const path = "/flex/sites/{site_id}/shipments/{shipment_id}/assignment/v2";
const example = "/flex/sites/MLA/shipments/4350000007/assignment/v2";

const params = {
  site_id: siteIdParam().describe("Site id"),
  shipment_id: idParam().describe("Shipment id"),
};

const ownProblems = {
  invalid: ({ where, causes }: InvalidInput) =>
    where === "media" ? undefined : problems.invalid_parameter({ cause: causes }),
  invalidToken: problems.wrong_access_token,
  missingScope: () => problems.invalid_authorization(),
  unexpected: () => problems.internal_error(),
};

const errors = [
  problems.invalid_parameter,
  problems.wrong_access_token,
  problems.shipment_id_not_found,
] as const;

const driver = wireId().describe("User id of the driver");
const Assignment = z.object({ driver_id: driver }).meta({ id: "Assignment" });
const AssignmentBody = z.strictObject({ driver_id: driver }).meta({ id: "AssignmentBody" });

const getAssignment = operation({
  id: "getAssignment",
  method: "GET",
  path,
  example,
  params,
  summary: "Names the driver of a Flex shipment",
  response: Assignment,
  errors,
  problems: ownProblems,
  site: ({ params }) => params.shipment_id,
  handle: async (input, deps) => ({ driver_id: await driverOf(input.params, input.caller, deps) }),
});

const putAssignment = operation({
  id: "assignDriver",
  method: "PUT",
  path,
  example,
  params,
  summary: "Assigns a driver to a Flex shipment that is on its way, for its seller and operators",
  body: AssignmentBody,
  response: Assignment,
  errors,
  problems: ownProblems,
  site: ({ params }) => params.shipment_id,
  handle: async (input, deps) => ({
    driver_id: await assignDriver({ ...input.params, ...input.body }, input.caller, deps),
  }),
});

/** The drivers of Flex shipments. */
export const assignments = resource({
  name: "Assignments",
  description: "The drivers of Flex shipments",
  fields: Assignment,
  related: ["/shipments"],
  connections: { driver_id: "/users/{id}" },
  operations: [getAssignment, putAssignment],
});
