import { randomUUID } from "node:crypto";
import { bareApp, mount, type Resource, unknownRoute } from "@marketplace/conventions";
import { asCaller, callers, conforms, startApp, testAuthenticator } from "@marketplace/testkit";
import { applications } from "./applications/applications.resource.ts";
import { createApplication } from "./applications/applications.service.ts";
import { auditEvents } from "./audit/audit.resource.ts";
import { authorization } from "./authorization/authorization.resource.ts";
import { grantedApplications } from "./authorization/granted-applications.resource.ts";
import type { Deps } from "./deps.ts";
import { type DocumentationDeps, documentation } from "./documentation/documentation.resource.ts";
import { mergedOpenApi } from "./documentation/open-api.service.ts";
import { startGateway } from "./gateway.fixture.ts";
import { oauth } from "./oauth/oauth.resource.ts";
import { operations } from "./operations/operations.resource.ts";
import { tokens } from "./tokens/tokens.resource.ts";
import { userAddresses } from "./users/user-addresses.resource.ts";
import { users } from "./users/users.resource.ts";

const { deps, demo } = await startGateway();
const { id: applicationId, client_id, client_secret, redirect_uri } = demo.applications.default;
const userId = demo.users.seller_mla.id;
await deps.audit.record({ action: "sign_out", actor_id: userId, subject: `/users/${userId}` });
const conventions = { ...deps.conventions, authenticate: testAuthenticator };
const own: readonly Resource<Deps & DocumentationDeps>[] = [
  users,
  userAddresses,
  applications,
  authorization,
  grantedApplications,
  tokens,
  oauth,
  auditEvents,
  operations,
  documentation,
];
const app = bareApp();
app.use(mount(own, { ...deps, documents: [], openApi: mergedOpenApi(deps, own) }, conventions));
app.use(unknownRoute(conventions));
const setup = { http: startApp(app), as: asCaller({ userId, applicationId }) };

const form = (fields: Record<string, string>) => ({
  body: Buffer.from(new URLSearchParams(fields).toString()),
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
});
const request = { response_type: "code", client_id, redirect_uri };

/** An application whose secret may change. */
const { application: spare } = await createApplication(deps, userId, {
  name: "Spare",
  redirect_uris: [],
  callback_url: null,
  topics: [],
  scopes: ["read"],
  grant_types: ["client_credentials"],
});

let newcomers = 0;
function newcomer() {
  newcomers += 1;
  const names = { first_name: "Ana", last_name: "Pérez", email: "ana@shop.example" };
  return { as: callers.operator, body: { ...names, nickname: `NEWCOMER ${newcomers}`, site_id: "MLA" } };
}

async function revocable() {
  const id = randomUUID();
  await deps.tokens.createFamily({ id, applicationId, userId });
  return { params: { user_id: userId, family_id: id } };
}

async function granted() {
  await deps.tokens.createFamily({ id: randomUUID(), applicationId, userId });
  return { params: { user_id: userId, app_id: applicationId } };
}

conforms(users, {
  ...setup,
  examples: {
    getMe: {},
    getUsers: { query: { ids: String(demo.users.buyer_mla.id) } },
    getUser: { params: { id: demo.users.buyer_mla.id } },
    createTestUser: { body: { site_id: "MLA" } },
    createUser: newcomer,
    updatePassword: { as: callers.operator, params: { id: demo.users.buyer2_mla.id }, body: {} },
    updateUser: {
      as: callers.operator,
      params: { id: demo.users.buyer2_mla.id },
      body: { moderated: false },
    },
  },
});

conforms(userAddresses, {
  ...setup,
  examples: { getUserAddresses: { params: { id: userId } } },
});

conforms(applications, {
  ...setup,
  examples: {
    listApplications: {},
    createApplication: { body: { name: "Shop", redirect_uris: ["https://shop.example/callback"] } },
    rotateClientSecret: { params: { id: spare.id }, body: { grace_minutes: 5 } },
    getApplication: { params: { id: applicationId } },
    updateApplication: { params: { id: applicationId }, body: { topics: ["questions"] } },
  },
});

conforms(tokens, {
  ...setup,
  examples: { listTokens: { params: { user_id: userId } }, revokeTokens: revocable },
});

conforms(grantedApplications, { ...setup, examples: { withdrawAuthorization: granted } });

conforms(oauth, {
  ...setup,
  examples: { getToken: form({ grant_type: "client_credentials", client_id, client_secret }) },
});

conforms(authorization, {
  ...setup,
  examples: {
    authorize: { query: request },
    decideAuthorization: form({ ...request, user_id: String(userId), decision: "allow" }),
  },
});

conforms(auditEvents, { ...setup, as: callers.operator, examples: { listAuditEvents: {} } });

conforms(operations, { ...setup, as: callers.operator, examples: { getDeploymentHealth: {} } });

conforms(documentation, {
  ...setup,
  // The OpenAPI specification says what is inside.
  freeForm: ["getOpenApi.components", "getOpenApi.paths"],
  examples: { getOpenApi: {}, getDocs: {}, getDocsScript: {}, getDocsStyle: {}, getDocsStart: {} },
});
