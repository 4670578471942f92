import { bareApp, mount, unknownRoute } from "@marketplace/conventions";
import { asCaller, callers, conforms, startApp, testAuthenticator } from "@marketplace/testkit";
import { startGateway } from "../../gateway.fixture.ts";
import { startFakeIssuer } from "./fake-issuer.fixture.ts";
import { identities } from "./identities.resource.ts";
import { signInsAt } from "./oidc.fixture.ts";

const issuer = await startFakeIssuer();
const gateway = await startGateway({ config: issuer.settings });
const { deps, demo } = gateway;
const { link } = signInsAt(gateway, issuer);
const { id: userId } = demo.users.buyer_mla;
const app = bareApp();
app.use(mount([identities], deps, { ...deps.conventions, authenticate: testAuthenticator }));
app.use(unknownRoute(deps.conventions));
const as = asCaller({ userId, applicationId: demo.applications.default.id });
const setup = { http: startApp(app), as };

let subjects = 0;
function newSubject(): string {
  subjects += 1;
  return `subject ${subjects}`;
}

// Not the redirects to the issuer and back: each has a state and cookies of its own, HEAD's, too.
conforms(identities, {
  ...setup,
  examples: {
    listIdentities: { params: { user_id: userId } },
    linkIdentity: () => ({
      as: callers.operator,
      params: { user_id: userId },
      body: { subject: newSubject() },
    }),
    unlinkIdentity: async () => ({
      as: callers.operator,
      params: { user_id: userId, identity_id: (await link(userId, newSubject()))?.id ?? 0 },
    }),
  },
});
