import { problemCatalog } from "@marketplace/conventions";

interface Unknown {
  issuer: string;
  subject: string;
}

/** Errors of the sign-in at an issuer, and of who is who there. */
export const oidcProblems = problemCatalog({
  no_issuer: {
    status: 403,
    error: "forbidden",
    message: "Nobody signs in at an issuer on this deployment: its SIGN_IN is not oidc",
  },
  not_begun_here: {
    status: 400,
    error: "bad_request",
    message: "This sign-in was not begun in this browser, took too long, or is over. Begin again",
  },
  issuer_away: {
    status: 503,
    error: "service_unavailable",
    message: "The sign-in service cannot be reached. Try again in a minute",
  },
  issuer_refused: {
    status: 403,
    error: "forbidden",
    message: ({ code }: { code: string }) => `The sign-in service did not sign you in (${code})`,
  },
  not_proven: {
    status: 403,
    error: "forbidden",
    message: "The answer of the sign-in service is not valid. Begin again",
  },
  unknown_person: {
    status: 403,
    error: "forbidden",
    message: ({ issuer, subject }: Unknown) => `No user is linked to subject ${subject} of ${issuer}`,
  },
  may_not_sign_in: {
    status: 403,
    error: "forbidden",
    message: "Your user may not sign in any more",
  },
  identity_taken: {
    status: 409,
    error: "conflict",
    message: "This subject of this issuer is linked to a user already",
  },
  identity_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: number }) => `Identity with id ${id} not found`,
  },
  issuer_required: {
    status: 400,
    error: "bad_request",
    message: "Invalid body.issuer: is required where OIDC_ISSUER is not set",
  },
});
