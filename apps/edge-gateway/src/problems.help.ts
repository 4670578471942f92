import type { HelpFor } from "@marketplace/conventions";
import type { oauthProblems } from "./oauth/oauth.problems.ts";
import type { problems } from "./problems.ts";
import type { oidcProblems } from "./sign-in/oidc/oidc.problems.ts";
import type { totpProblems } from "./sign-in/totp/totp.problems.ts";

/** Why each error of the gateway's resources is answered, and what to do about it. */
export const problemHelp: HelpFor<typeof problems> = {
  user_not_found: {
    why: "No user has this id.",
    remedy: "Use the id of `GET /users/me`, or one of an item, an order or a question.",
  },
  site_not_found: {
    why: "No site has this id.",
    remedy: "Use an id of `GET /sites`, in capitals, such as `MLA`.",
  },
  application_not_found: {
    why: "No application has this id.",
    remedy: "List one's own with `GET /applications`.",
  },
  not_the_owner: {
    why: "The application belongs to another user.",
    remedy: "Use a token of its owner.",
  },
  own_application_only: {
    why: "A token that another application was granted must not make credentials that act for the user.",
    remedy: "Use a token of an application that the user owns.",
  },
  nothing_granted: {
    why: "The user has not authorized the application, or has withdrawn it.",
    remedy: "Treat it as withdrawn, or send the user to `/authorization`.",
  },
  not_the_user: {
    why: "The token is of another user than the path names.",
    remedy: "Use a token of that user.",
  },
  operators_only: {
    why: "The operation runs the marketplace.",
    remedy: "Use a token of an operator.",
  },
  nickname_taken: {
    why: "Another user of the site has this nickname.",
    remedy: "Choose another.",
  },
  wrong_password: {
    why: "Changing one's own password needs the present one.",
    remedy: "Send the right one in `current_password`, or have an operator set a new one.",
  },
  last_operator: {
    why: "Without an operator nobody could administer the marketplace.",
    remedy: "Make another user an operator first.",
  },
  owns_your_application: {
    why: "Disabling the user would end the token in use.",
    remedy: "Use a token of another application.",
  },
  bootstrapped: {
    why: "`bootstrap` makes the first operator only.",
    remedy: "Make others with `marketplace users create --role operator`.",
  },
  disabled_by_operator: {
    why: "The owner cannot lift what an operator has decided.",
    remedy: "Ask an operator.",
  },
  application_disabled: {
    why: "Nothing is sent to an application that is disabled, by its owner or by an operator.",
    remedy:
      "Enable it with `PUT /applications/{id}` first; missed notifications can be replayed for two days.",
  },
  token_family_not_found: {
    why: "The user has no tokens under this id, or they were revoked and removed.",
    remedy: "List the user's tokens, and use an id of the list.",
  },
  test_users_disabled: {
    why: "Where users have passwords, test users would be real ones.",
    remedy: "Use a token of an operator, or a deployment for tests.",
  },
  users_are_picked: {
    why: "The deployment has no passwords: a user is picked from a list.",
    remedy: "Set `SIGN_IN=password` on a deployment with real users.",
  },
  no_passwords: {
    why: "Users sign in at the organization's issuer.",
    remedy: "Sign in there.",
  },
  foreign_form: {
    why: "The form came from another site, or from a page that was open for too long.",
    remedy: "Open the page again, and send the form from there.",
  },
  wrong_credentials: {
    why: "The address, the password, or both are wrong. Which one is not said.",
    remedy: "Check both. After several mistakes one has to wait.",
  },
  missed_feed_not_found: {
    why: "The application has no missed notification of this id; they are kept for a limited time.",
    remedy: "List them with `GET /missed_feeds`.",
  },
  bad_gateway: {
    why: "The service behind the gateway broke the connection, or answered what is not HTTP.",
    remedy:
      "Repeat reads at once, and writes with the same Idempotency-Key. Operators look at the service's log.",
  },
  gateway_timeout: {
    why: "The service behind the gateway took longer than a request may.",
    remedy: "Repeat it later; a write with the same Idempotency-Key, as it may have been done.",
  },
};

export const oauthHelp: HelpFor<typeof oauthProblems> = {
  invalid_client: {
    why: "No enabled application has this id and secret.",
    remedy: "Check both. Where the secret was rotated, use the new one.",
  },
  invalid_client_basic: {
    why: "No enabled application has the id and the secret of the header `Authorization: Basic`.",
    remedy: "Check both; each is form-encoded before Base64.",
  },
  invalid_grant: {
    why: "The code or the refresh token is wrong, used, expired, or of another application or redirect URI.",
    remedy:
      "A refresh token works once: store the one of each answer. Otherwise ask for authorization again.",
  },
  invalid_request: {
    why: "A parameter is missing, is there twice, or is not valid.",
    remedy: "Correct what the message names. The body is form-encoded or JSON.",
  },
  invalid_scope: {
    why: "The scopes exceed those of the application, or those that were granted.",
    remedy: "Ask for fewer, or authorize again with more.",
  },
  unsupported_grant_type: {
    why: "The `grant_type` is none of the three there are.",
    remedy: "Send one of those that the message names.",
  },
  unauthorized_client: {
    why: "The application is not set up for this `grant_type`.",
    remedy: "Let its owner allow it in the application's settings.",
  },
};

export const oidcHelp: HelpFor<typeof oidcProblems> = {
  no_issuer: {
    why: "The deployment does not sign users in at an issuer.",
    remedy: "Set `SIGN_IN=oidc` with `OIDC_ISSUER`, or use what the sign-in page offers.",
  },
  not_begun_here: {
    why: "The answer of the issuer belongs to a sign-in of another browser, or to one that is over.",
    remedy: "Begin again, in one browser.",
  },
  issuer_away: {
    why: "The issuer does not answer.",
    remedy: "Wait a minute. Operators check `OIDC_ISSUER` and the way to it.",
  },
  issuer_refused: {
    why: "The issuer ended the sign-in; the code in the message is its own.",
    remedy: "Begin again, and allow what the issuer asks for.",
  },
  not_proven: {
    why: "The issuer's answer fails a check of signature, nonce or time.",
    remedy: "Begin again. If it stays, operators check the clock and the client's settings at the issuer.",
  },
  unknown_person: {
    why: "The issuer knows the person, but no user here is linked to them.",
    remedy: "An operator links them: `POST /users/{id}/identities`.",
  },
  may_not_sign_in: {
    why: "The user was disabled.",
    remedy: "Ask an operator.",
  },
  identity_taken: {
    why: "One person of an issuer is one user.",
    remedy: "Remove the other link first.",
  },
  identity_not_found: {
    why: "The user has no link of this id.",
    remedy: "List the user's identities.",
  },
  issuer_required: {
    why: "No issuer is set for the deployment, so that the body has to name one.",
    remedy: "Send `issuer`.",
  },
};

export const totpHelp: HelpFor<typeof totpProblems> = {
  totp_present: {
    why: "A user has one second factor.",
    remedy: "Disable it before another one is enrolled.",
  },
  totp_absent: {
    why: "There is nothing to confirm or to disable.",
    remedy: "Begin to enroll one first.",
  },
  wrong_code: {
    why: "Codes last 30 seconds and work once; the clock of the phone may be wrong.",
    remedy: "Wait for the next code, or use a recovery code.",
  },
  code_required: {
    why: "A stolen token alone must not switch the second factor off.",
    remedy: "Send a present code, or a recovery code.",
  },
};
