import { bareApp, mount, unknownRoute } from "@marketplace/conventions";
import { asCaller, conforms, startApp, testAuthenticator } from "@marketplace/testkit";
import { startGateway } from "../gateway.fixture.ts";
import { mintToken } from "./sessions.service.ts";
import { signIn } from "./sign-in.resource.ts";
import { formTokenFor } from "./visit.service.ts";

const { deps, demo } = await startGateway({ config: { signIn: "password" } });
const { nickname, password, id: userId } = demo.users.buyer_mla;
const conventions = { ...deps.conventions, authenticate: testAuthenticator };
const app = bareApp();
app.use(mount([signIn], deps, conventions));
app.use(unknownRoute(conventions));

const browser = mintToken();
const form = (fields: Record<string, string>) => ({
  body: Buffer.from(new URLSearchParams(fields).toString()),
  headers: {
    "Content-Type": "application/x-www-form-urlencoded",
    Cookie: `marketplace_browser=${browser}`,
  },
});

conforms(signIn, {
  http: startApp(app),
  as: asCaller({ userId, applicationId: demo.applications.default.id }),
  examples: {
    // A browser without a cookie gets one, and so another form each time.
    signInPage: { headers: { Cookie: `marketplace_browser=${browser}` } },
    signIn: form({ login: nickname, password, form_token: formTokenFor(deps, { browser }) }),
    signOut: form({}),
  },
});
