import { z } from "zod";
import type { SecondFactor } from "../second-factor.policy.ts";
import type { Session } from "../sessions.service.ts";
import type { TotpRepo } from "./totp.repo.ts";

/** Whether every operator needs a second factor, or those who have enrolled one. */
export type OperatorTotp = "required" | "optional";

/** The setting OPERATOR_TOTP. */
export const operatorTotpVariable = () => z.enum(["required", "optional"]).default("optional");

/** What a session waits for until its user has typed a code. */
export const totpStepName = "totp";
export const totpPath = "/sign_in/totp";

/** Whether a session was completed by a code. */
export const hasSecondFactor = ({ method }: Pick<Session, "method">): boolean =>
  method.endsWith(`+${totpStepName}`);

/** The step after password or issuer: for those who have enrolled, and where it is required for operators. */
export const totpStep = (repo: TotpRepo, setting: OperatorTotp): SecondFactor => ({
  name: totpStepName,
  path: totpPath,
  async isRequired(userId) {
    const standing = await repo.standing(userId);
    if (!standing) return false;
    return standing.is_enrolled || (setting === "required" && standing.is_operator);
  },
});
