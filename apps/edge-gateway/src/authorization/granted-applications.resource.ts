import { idParam } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { withdraw } from "./authorization.service.ts";

const Withdrawal = z
  .object({
    user_id: z.int().describe("User who took the permission back"),
    app_id: z.int().describe("Application that lost it"),
    msg: z.string().describe("Confirmation"),
  })
  .meta({ id: "Withdrawal" });

const withdrawal = operation({
  id: "withdrawAuthorization",
  method: "DELETE",
  path: "/users/{user_id}/applications/{app_id}",
  example: "/users/2418503621/applications/3167204918",
  summary: "Takes back what a user allowed an application: its tokens and codes for that user stop working",
  params: { user_id: idParam().describe("User id"), app_id: idParam().describe("Application id") },
  response: Withdrawal,
  examples: {
    answer: { user_id: 2418503621, app_id: 3167204918, msg: "Authorization removed" },
  },
  errors: [problems.not_the_user, problems.nothing_granted],
  async handle({ params: { user_id, app_id }, caller }, deps) {
    if (caller.userId !== user_id) throw problems.not_the_user();
    if (!(await withdraw(deps, user_id, app_id)))
      throw problems.nothing_granted({ userId: user_id, applicationId: app_id });
    return { user_id, app_id, msg: "Authorization removed" };
  },
});

/** Applications that act for a user; existing clients revoke consent here. */
export const grantedApplications = resource({
  name: "Granted applications",
  description: "What a user allowed applications to do for them",
  fields: Withdrawal,
  related: ["/authorization"],
  connections: { user_id: "/users/{id}", app_id: "/applications/{id}" },
  operations: [withdrawal],
});
