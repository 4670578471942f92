import { checkWindow, idParam, isOperator, json, pagingQuery, utcTimestamp } from "@marketplace/conventions";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { actsByOwnApplication, editorOf, grantTypesFor, viewOf } from "./applications.policy.ts";
import {
  ApplicationChanges,
  Applications,
  ApplicationView,
  CreatedApplication,
  NewApplication,
  RotatedSecret,
  SecretRotation,
} from "./applications.schema.ts";
import { changeApplication, createApplication, rotateSecret } from "./applications.service.ts";

const params = { id: idParam().describe("Application id") };
const example = "/applications/3167204918";
const privately = { headers: { "Cache-Control": "no-store" } };

const listApplications = operation({
  id: "listApplications",
  method: "GET",
  path: "/applications",
  summary: "Lists the caller's applications, oldest first; to operators those of everybody",
  query: { owner_id: idParam().optional().describe("Only this user's; for operators"), ...pagingQuery },
  response: Applications,
  async handle({ query: { owner_id, limit, offset }, caller }, deps) {
    checkWindow({ limit, offset });
    const ownerId = isOperator(caller) ? owner_id : caller.userId;
    const { total, applications: found } = await deps.applications.list({ ownerId }, { limit, offset });
    const results = found.map((application) => viewOf(application, editorOf(caller)));
    return json({ paging: { total, offset, limit }, results }, privately);
  },
});

const newApplication = operation({
  id: "createApplication",
  method: "POST",
  path: "/applications",
  summary: "Creates an application of the caller; its client secret is answered once",
  status: 201,
  creates: "in steps",
  body: NewApplication,
  response: CreatedApplication,
  errors: [problems.own_application_only],
  async handle({ body, caller, once }, deps) {
    const grant_types = await grantTypesFor(deps, caller, body.grant_types);
    return once({
      change: () => createApplication(deps, caller.userId, { ...body, grant_types }),
      answer({ application, clientSecret }) {
        const view = viewOf(application, editorOf(caller));
        const created = { ...view, client_id: String(application.id), client_secret: clientSecret };
        return json(created, { status: 201, ...privately });
      },
    });
  },
});

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
    return json(viewOf(application, editorOf(caller)), privately);
  },
});

const updateApplication = operation({
  id: "updateApplication",
  method: "PUT",
  path: "/applications/{id}",
  example,
  summary:
    "Changes where notifications go, their topics, redirect URIs, the name, the status or the limit; what is left out stays",
  params,
  body: ApplicationChanges,
  response: ApplicationView,
  errors: [
    problems.application_not_found,
    problems.not_the_owner,
    problems.operators_only,
    problems.disabled_by_operator,
  ],
  async handle({ params: { id }, body, caller }, deps) {
    const editor = editorOf(caller);
    return json(viewOf(await changeApplication(deps, { id, editor }, body), editor), privately);
  },
});

const rotateClientSecret = operation({
  id: "rotateClientSecret",
  method: "POST",
  path: "/applications/{id}/secret",
  example: `${example}/secret`,
  summary:
    "Replaces the client secret, which is answered once; the former one stops at once or after a grace",
  params,
  body: SecretRotation,
  response: RotatedSecret,
  errors: [problems.application_not_found, problems.not_the_owner, problems.own_application_only],
  async handle({ params: { id }, body, caller }, deps) {
    const isOwn = await actsByOwnApplication(deps, caller);
    const mayRotate = ({ owner_id }: { owner_id: number | null }) => {
      if (owner_id === caller.userId && !isOwn) throw problems.own_application_only();
      return owner_id === caller.userId;
    };
    const rotated = await rotateSecret(deps, { id, mayRotate }, body.grace_minutes);
    const { clientSecret: client_secret, formerUntil } = rotated;
    const former_secret_until = formerUntil && utcTimestamp(formerUntil);
    return json({ id, client_id: String(id), client_secret, former_secret_until }, privately);
  },
});

/** Applications, as decisions 2.3 has them. */
export const applications = resource({
  name: "Applications",
  description: "Programs that act for users and receive notifications",
  fields: ApplicationView,
  related: ["/users/{id}", "/missed_feeds"],
  connections: { owner_id: "/users/{id}" },
  operations: [listApplications, newApplication, readApplication, updateApplication, rotateClientSecret],
});
