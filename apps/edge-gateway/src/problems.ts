import { problemCatalog } from "@marketplace/conventions";

/** Errors of the gateway's own resources and of the way to a service. */
export const problems = problemCatalog({
  user_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: number | string }) => `User with id ${id} not found`,
  },
  site_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: string }) => `Site not found: ${id}`,
  },
  application_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: number }) => `Application with id ${id} not found`,
  },
  not_the_owner: {
    status: 403,
    error: "forbidden",
    message: "Only the owner of the application may do this",
  },
  own_application_only: {
    status: 403,
    message: "Only a token of an application of one's own may ask for credentials that act for its owner",
  },
  nothing_granted: {
    status: 404,
    error: "not_found",
    message: ({ userId, applicationId }: { userId: number; applicationId: number }) =>
      `User ${userId} has not authorized application ${applicationId}`,
  },
  not_the_user: {
    status: 403,
    error: "forbidden",
    message: "Only the user concerned may do this",
  },
  operators_only: { status: 403, message: "Only operators may do this" },
  nickname_taken: {
    status: 409,
    message: ({ nickname }: { nickname: string }) => `The nickname ${nickname} is taken`,
  },
  wrong_password: { status: 403, message: "The current password is wrong" },
  last_operator: {
    status: 409,
    message: "This is the last operator who can sign in: make another user an operator first",
  },
  owns_your_application: {
    status: 409,
    message: "The token you use is of an application of this user, and would end: use another one",
  },
  bootstrapped: {
    status: 409,
    message: "There is an operator already: make others with `users create --role operator`",
  },
  disabled_by_operator: {
    status: 403,
    message: "An operator disabled the application: only operators can enable it",
  },
  application_disabled: { status: 409, message: "The application is disabled: it gets no notifications" },
  token_family_not_found: {
    status: 404,
    message: ({ id }: { id: string }) => `The user has no tokens of the family ${id}`,
  },
  test_users_disabled: {
    status: 403,
    error: "forbidden",
    message: "Only operators create test users on this deployment, as its SIGN_IN is not picker",
  },
  users_are_picked: {
    status: 403,
    error: "forbidden",
    message:
      "Nobody signs in on this deployment: its SIGN_IN is picker, so users are picked without a password",
  },
  no_passwords: {
    status: 403,
    error: "forbidden",
    message: "Nobody signs in with a password on this deployment: its SIGN_IN is oidc",
  },
  foreign_form: {
    status: 403,
    error: "forbidden",
    message: "The form was not sent by a page of ours: open the page and try again",
  },
  wrong_credentials: {
    status: 403,
    error: "forbidden",
    message: "There is no such user with this password",
  },
  missed_feed_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: string }) => `Missed feed not found: ${id}`,
  },
  bad_gateway: {
    status: 502,
    error: "bad_gateway",
    message: "The service gave no usable answer",
  },
  gateway_timeout: {
    status: 504,
    error: "gateway_timeout",
    message: "The service did not answer in time",
  },
});
