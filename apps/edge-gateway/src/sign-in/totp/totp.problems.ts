import { problemCatalog } from "@marketplace/conventions";

/** Errors of the operations on second factors (TOTP). */
export const totpProblems = problemCatalog({
  totp_present: {
    status: 409,
    error: "conflict",
    message: "A second factor is enrolled already: disable it before enrolling another one",
  },
  totp_absent: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: number }) => `User ${id} has no second factor, and has not begun to enroll one`,
  },
  wrong_code: {
    status: 403,
    error: "forbidden",
    message: "The code is wrong, or was used before",
  },
  code_required: {
    status: 403,
    error: "forbidden",
    message: "Disabling your own second factor requires one of its codes, or a recovery code",
  },
});
