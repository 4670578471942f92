import { idParam, json, kit } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { viewOf } from "./applications.policy.ts";
import { ApplicationChanges, ApplicationView } from "./applications.schema.ts";
import { changeApplication } from "./applications.service.ts";

const { operation, resource } = kit<Deps>();
const params = { id: idParam().describe("Application id") };
const example = "/applications/3167204918";
const privately = { headers: { "Cache-Control": "no-store" } };

const readApplication = operation({
  id: "getApplication",
  method: "GET",
  path: "/applications/{id}",
  example,
  summary: "Reads an application; its settings and webhook secret only to its owner",
  params,
  response: ApplicationView,
  errors: [problems.application_not_found],
  async handle({ params: { id }, caller }, deps) {
    const application = await deps.applications.find(id);
    if (!application) throw problems.application_not_found({ id });
    return json(viewOf(application, caller.userId), privately);
  },
});

const updateApplication = operation({
  id: "updateApplication",
  method: "PUT",
  path: "/applications/{id}",
  example,
  summary: "Changes where notifications go, their topics, redirect URIs or the name; what is left out stays",
  params,
  body: ApplicationChanges,
  response: ApplicationView,
  errors: [problems.application_not_found, problems.not_the_owner],
  async handle({ params: { id }, body, caller }, deps) {
    const changed = await changeApplication(deps, { id, caller }, body);
    return json(viewOf(changed, caller.userId), privately);
  },
});

/** Applications, as decisions 2.3 has them. */
export const applications = resource({
  name: "Applications",
  description: "Programs that act for users and receive notifications",
  fields: ApplicationView,
  related: ["/users/{id}", "/missed_feeds"],
  connections: { owner_id: "/users/{id}" },
  operations: [readApplication, updateApplication],
});
