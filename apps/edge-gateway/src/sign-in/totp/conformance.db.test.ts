import { bareApp, mount, unknownRoute } from "@marketplace/conventions";
import { callers, conforms, startApp, testAuthenticator } from "@marketplace/testkit";
import { startGateway } from "../../gateway.fixture.ts";
import { mintToken } from "../sessions.service.ts";
import { formTokenFor } from "../visit.service.ts";
import { mintRecoveryCodes, recoveryCodeHash } from "./recovery-codes.rules.ts";
import { codeOf } from "./totp.fixture.ts";
import { secondFactors } from "./totp.resource.ts";
import { mintTotpSecret } from "./totp.rules.ts";
import { secondStep } from "./totp-page.resource.ts";

const gateway = await startGateway({ config: { signIn: "password" } });
const { deps, rows } = gateway;
const app = bareApp();
const conventions = { ...deps.conventions, authenticate: testAuthenticator };
app.use(mount([secondFactors, secondStep], deps, conventions));
app.use(unknownRoute(conventions));

// The operator of the test's authenticator is no user of the demo.
const user_id = callers.operator.kind === "caller" ? callers.operator.caller.userId : 0;
await rows("UPDATE users SET id = $1 WHERE id = $2", [user_id, gateway.demo.users.new_user_mla.id]);
const secret = mintTotpSecret();
const params = { user_id };

/** Begins an enrollment, or one that is confirmed, with a recovery code that was not used. */
async function factor(isConfirmed: boolean): Promise<string> {
  const now = deps.systemClock.now();
  await deps.totp.remove(user_id);
  await deps.totp.begin({ user_id, sealed: deps.totpBox.seal(secret), session_id: null, now });
  const enrollment = await deps.totp.find(user_id);
  if (enrollment && isConfirmed) await deps.totp.confirm(enrollment, 1, now);
  const [code = ""] = mintRecoveryCodes();
  await deps.totp.setRecoveryCodes(user_id, [recoveryCodeHash(code)]);
  return code;
}

/** The form of somebody who has done the first step. */
async function waiting() {
  const code = await factor(true);
  const opened = await deps.sessions.start({ userId: user_id, method: "password", awaiting: "totp" });
  const found = await deps.sessions.find(opened?.session ?? "");
  const form_token = formTokenFor(deps, { session: found?.session.id ?? mintToken() });
  return { code, form_token, Cookie: `marketplace_session=${opened?.session}` };
}

const http = startApp(app);

conforms(secondFactors, {
  http,
  as: callers.operator,
  examples: {
    getSecondFactor: { params },
    async beginSecondFactor() {
      await deps.totp.remove(user_id);
      return { params };
    },
    async confirmSecondFactor() {
      await factor(false);
      return { params, body: { code: codeOf(gateway, secret) } };
    },
    replaceRecoveryCodes: async () => ({ params, body: { code: await factor(true) } }),
    removeSecondFactor: async () => ({ params, body: { code: await factor(true) } }),
  },
});

/** One session for all reads of the page; a confirmation above would have ended an earlier one. */
let reading: Promise<string> | undefined;
async function page() {
  await factor(true);
  reading ??= waiting().then(({ Cookie }) => Cookie);
  return { headers: { Cookie: await reading } };
}

conforms(secondStep, {
  http,
  as: callers.operator,
  examples: {
    secondStepPage: page,
    async secondStep() {
      const { Cookie: cookie, ...fields } = await waiting();
      const headers = { "Content-Type": "application/x-www-form-urlencoded", Cookie: cookie };
      return { body: Buffer.from(new URLSearchParams(fields).toString()), headers };
    },
  },
});
