import { type Caller, common, idParam, json, utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { operation, resource } from "../../kit.ts";
import { problems } from "../../problems.ts";
import { requireOperator, requireUserOrOperator } from "../../users/operators.policy.ts";
import { totpProblems } from "./totp.problems.ts";
import type { Enrollment } from "./totp.repo.ts";
import { RecoveryCodes, TotpBegun, TotpCode, TotpView } from "./totp.schema.ts";
import {
  beginEnrollment,
  type CodeCheck,
  checkCode,
  confirmEnrollment,
  removeTotp,
  replaceRecoveryCodes,
} from "./totp.service.ts";

const params = { user_id: idParam().describe("User id") };
const path = "/users/{user_id}/totp";
const example = "/users/2418503621/totp";
const noStore = { "Cache-Control": "no-store" };

function requireSelf({ userId }: Caller, id: number): void {
  if (userId !== id) throw problems.not_the_user();
}

/** Throws what came of a code that was not accepted. */
function requireAccepted(check: CodeCheck): void {
  if (check.kind === "blocked")
    throw common.too_many_requests({ headers: { "Retry-After": String(check.seconds) } });
  if (check.kind === "refused") throw totpProblems.wrong_code();
}

/** The second factor that codes are asked for. */
async function enrolled({ totp }: Deps, id: number): Promise<Enrollment> {
  const enrollment = await totp.find(id);
  if (!enrollment?.confirmed_at) throw totpProblems.totp_absent({ id });
  return enrollment;
}

const read = operation({
  id: "getSecondFactor",
  method: "GET",
  path,
  example,
  summary: "Says whether the sign-in asks a user for a second factor; for the user and operators",
  params,
  response: TotpView,
  errors: [problems.not_the_user, problems.user_not_found],
  async handle({ params: { user_id: id }, caller }, { totp, operatorTotp }) {
    requireUserOrOperator(caller, id);
    const standing = await totp.standing(id);
    if (!standing) throw problems.user_not_found({ id });
    const { confirmed_at = null } = (await totp.find(id)) ?? {};
    const answer = {
      enrolled: confirmed_at !== null,
      required: operatorTotp === "required" && standing.is_operator,
      date_enrolled: confirmed_at && utcTimestamp(confirmed_at),
      recovery_codes_left: await totp.recoveryCodesLeft(id),
    };
    return json(answer, { headers: noStore });
  },
});

const begin = operation({
  id: "beginSecondFactor",
  method: "POST",
  path,
  example,
  summary: "Begins to enroll a second factor (TOTP): answers the secret once. For operators, of their own",
  status: 201,
  creates: true,
  params,
  response: TotpBegun,
  errors: [
    problems.not_the_user,
    problems.operators_only,
    problems.user_not_found,
    totpProblems.totp_present,
  ],
  async handle({ params: { user_id: id }, caller }, deps) {
    requireSelf(caller, id);
    requireOperator(caller);
    const user = await deps.users.find(id);
    if (!user) throw problems.user_not_found({ id });
    const begun = await beginEnrollment(deps, user);
    if (!begun) throw totpProblems.totp_present();
    return json(begun, { status: 201, headers: noStore });
  },
});

const confirm = operation({
  id: "confirmSecondFactor",
  method: "PUT",
  path,
  example,
  summary:
    "Confirms the second factor by a code of the app, ends the user's sessions, answers recovery codes",
  params,
  body: TotpCode,
  response: RecoveryCodes,
  errors: [
    problems.not_the_user,
    totpProblems.totp_absent,
    totpProblems.totp_present,
    totpProblems.wrong_code,
  ],
  async handle({ params: { user_id: id }, body: { code }, caller }, deps) {
    requireSelf(caller, id);
    const enrollment = await deps.totp.find(id);
    if (enrollment?.confirmed_at) throw totpProblems.totp_present();
    // One that a sign-in began is confirmed there, by somebody who saw its secret.
    if (!enrollment || enrollment.session_id !== null) throw totpProblems.totp_absent({ id });
    const { codes = [], ...check } = await confirmEnrollment(deps, enrollment, { code });
    requireAccepted(check);
    return json({ recovery_codes: codes }, { headers: noStore });
  },
});

const replaceCodes = operation({
  id: "replaceRecoveryCodes",
  method: "POST",
  path: `${path}/recovery_codes`,
  example: `${example}/recovery_codes`,
  summary: "Replaces the recovery codes of one's own second factor; needs a code",
  status: 201,
  creates: "in steps",
  params,
  body: TotpCode,
  response: RecoveryCodes,
  errors: [problems.not_the_user, totpProblems.totp_absent, totpProblems.wrong_code],
  async handle({ params: { user_id: id }, body: { code }, caller, once }, deps) {
    requireSelf(caller, id);
    // Outside of the answer's transaction, which would take the count of a wrong code back.
    requireAccepted(await checkCode(deps, await enrolled(deps, id), code));
    return once({
      change: () => replaceRecoveryCodes(deps, id),
      answer: (codes) => json({ recovery_codes: codes }, { status: 201, headers: noStore }),
    });
  },
});

const remove = operation({
  id: "removeSecondFactor",
  method: "DELETE",
  path,
  example,
  summary: "Disables one's own second factor, by a code; or resets another user's. For users and operators",
  params,
  status: 204,
  body: z.optional(TotpCode),
  errors: [
    problems.not_the_user,
    totpProblems.totp_absent,
    totpProblems.code_required,
    totpProblems.wrong_code,
  ],
  async handle({ params: { user_id: id }, body, caller }, deps) {
    requireUserOrOperator(caller, id);
    const isReset = caller.userId !== id;
    if (!isReset) {
      const enrollment = await enrolled(deps, id);
      if (!body) throw totpProblems.code_required();
      requireAccepted(await checkCode(deps, enrollment, body.code));
    }
    if (!(await removeTotp(deps, id, { isReset }))) throw totpProblems.totp_absent({ id });
  },
});

/** Second factors of operators: time-based one-time passwords and recovery codes. */
export const secondFactors = resource({
  name: "Second factors",
  description: "Codes of an authenticator app, asked for at the sign-in",
  fields: TotpView,
  related: ["/users/{id}", "/sign_in/totp"],
  operations: [read, begin, confirm, replaceCodes, remove],
});
