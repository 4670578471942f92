import { json } from "@marketplace/conventions";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { requireOperator } from "../users/operators.policy.ts";
import { DeploymentHealth } from "./operations.schema.ts";
import { readHealth } from "./operations.service.ts";

/** How the deployment is, for operators. */
export const operations = resource({
  name: "Operations",
  description: "How the services of the deployment are, and what waits in their queues",
  fields: DeploymentHealth,
  related: ["/audit_events", "/operations/invoice_reconciliations"],
  connections: {},
  operations: [
    operation({
      id: "getDeploymentHealth",
      method: "GET",
      path: "/operations/health",
      example: "/operations/health",
      summary: "Asks every replica how it is, and counts what waits; for operators",
      response: DeploymentHealth,
      errors: [problems.operators_only],
      async handle({ caller }, deps) {
        requireOperator(caller);
        return json(await readHealth(deps), { headers: { "Cache-Control": "no-store" } });
      },
    }),
  ],
});
