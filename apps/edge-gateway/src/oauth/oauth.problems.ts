import { problemCatalog } from "@marketplace/conventions";

interface Reason {
  reason: string;
}

/** Errors of `/oauth` and `/authorization`, in the words of RFC 6749 (decisions 2.2). */
export const oauthProblems = problemCatalog({
  invalid_client: {
    status: 400,
    error: "invalid_client",
    message: "The client_id or the client_secret is wrong",
  },
  invalid_client_basic: {
    status: 401,
    error: "invalid_client",
    message: "The client_id or the client_secret is wrong",
  },
  invalid_grant: { status: 400, error: "invalid_grant", message: ({ reason }: Reason) => reason },
  invalid_request: { status: 400, error: "invalid_request", message: ({ reason }: Reason) => reason },
  invalid_scope: { status: 400, error: "invalid_scope", message: ({ reason }: Reason) => reason },
  unsupported_grant_type: {
    status: 400,
    error: "unsupported_grant_type",
    message: "The grant_type must be authorization_code, refresh_token or client_credentials",
  },
  unauthorized_client: {
    status: 400,
    error: "unauthorized_client",
    message: "The application may not use this grant_type",
  },
});

/** The challenge of a failed HTTP Basic authentication. */
export const basicChallenge = { headers: { "WWW-Authenticate": 'Basic realm="oauth"' } };
