/** What the audit log tells of, and what each means. An action that is recorded must be in this list. */
export const auditActions = {
  "sign_in.succeeded": "A user signed in",
  "sign_in.failed": "A sign-in with a wrong password, an unknown name or by an unknown person was refused",
  "sign_in.locked": "Sign-in was locked for a while, after too many failures",
  sign_out: "A user signed out",
  "consent.granted": "A user allowed an application to act for them",
  "consent.denied": "A user did not allow an application to act for them",
  "consent.withdrawn": "A user took back what they had allowed an application",
  "tokens.issued": "A family of tokens was issued for a code or for an application's own credentials",
  "tokens.revoked": "A family of tokens was revoked",
  "user.created": "A user was created",
  "user.changed": "A user's roles, flags, reputation, names or addresses were changed",
  "user.disabled": "A user was disabled: they cannot sign in, and their tokens and sessions ended",
  "user.enabled": "A disabled user was enabled",
  "password.changed": "A user's password was changed, by the user or an operator",
  "application.created": "An application was created",
  "identity.linked": "A person at an OpenID Connect issuer was linked to a user",
  "identity.unlinked": "Such a link was taken back",
  "application.changed": "An application's settings were changed",
  "application.disabled": "An application was disabled: its tokens and credentials do not work",
  "application.enabled": "A disabled application was enabled",
  "application.secret_rotated": "An application's client secret was replaced",
  "operator.write": "An operator's token asked to change something, in any service",
} as const;

export type AuditAction = keyof typeof auditActions;
