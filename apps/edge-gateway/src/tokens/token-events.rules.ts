import type { Scope } from "@marketplace/conventions";
import type { NewAuditEvent } from "../audit/audit.repo.ts";
import type { Family } from "./tokens.repo.ts";

export const familyPath = ({ id, userId }: Pick<Family, "id" | "userId">): string =>
  `/users/${userId}/tokens/${id}`;

/** The audit event of a new family; refreshes are not recorded. */
export const tokensIssued = (
  family: Family,
  { grantType, scopes }: { grantType: string; scopes: readonly Scope[] },
): NewAuditEvent => ({
  action: "tokens.issued",
  actor_id: family.userId,
  application_id: family.applicationId,
  subject: familyPath(family),
  details: { grant_type: grantType, scopes: scopes.join(" ") },
});

/** Why a family ended without anybody asking for it: a spent code or refresh token came back late. */
export type ReplayReason = "replayed_code" | "replayed_refresh_token";

/** The audit event of a family that a replay ended. Who replayed is unknown. */
export const tokensReplayed = (family: Family, reason: ReplayReason): NewAuditEvent => ({
  action: "tokens.revoked",
  actor_id: null,
  application_id: family.applicationId,
  subject: familyPath(family),
  details: { reason },
});
