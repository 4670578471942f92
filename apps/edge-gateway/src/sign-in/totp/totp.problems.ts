import { problemCatalogue } from "@marketplace/conventions";

/** Errors of second factors. */
export const totpProblems = problemCatalogue({
  totp_present: {
    status: 409,
    error: "conflict",
    message: "There is a second factor already: disable it before another one is enrolled",
  },
  totp_absent: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: number }) => `User ${id} has no second factor, or did not begin to enroll one`,
  },
  wrong_code: {
    status: 403,
    error: "forbidden",
    message: "The code is wrong, or was used before",
  },
  code_required: {
    status: 403,
    error: "forbidden",
    message: "Disabling one's own second factor needs a code of it, or a recovery code",
  },
});
