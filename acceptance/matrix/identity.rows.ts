import { randomUUID } from "node:crypto";
import { get, post } from "../api/api.ts";
import { applications, newUser, users } from "../api/world.ts";
import { anybody, onlyOperator, onlySeller, type Row } from "./row.ts";
import { once } from "./things.ts";

const { id: app, client_id, client_secret, redirect_uri } = applications.default;
const consent = { response_type: "code", client_id, redirect_uri };
const token = { grant_type: "client_credentials", client_id, client_secret };
const shop = { name: "Shop", redirect_uris: ["https://shop.example/callback"] };
/** A user whom operators may change. */
const somebody = once(() => newUser());
/** The user has no second factor; all others may not ask. */
const noFactor = { else: "403 forbidden", seller: "404 not_found" } as const;
const open = (route: string, path = route.slice(4)): Row => ({
  route,
  refusal: "public",
  roles: anybody,
  call: () => ({ path }),
});

export const identityRows: readonly Row[] = [
  { route: "GET /users/me", refusal: "read", roles: anybody, call: () => ({ path: "/users/me" }) },
  {
    route: "GET /users",
    refusal: "read",
    roles: anybody,
    call: () => ({ path: `/users?ids=${users.seller_mla.id},${users.buyer_mla.id}` }),
  },
  {
    route: "GET /users/{id}",
    refusal: "read",
    roles: anybody,
    call: () => ({ path: `/users/${users.seller_mla.id}` }),
  },
  {
    route: "GET /users/{id}/addresses",
    refusal: "read",
    roles: onlySeller,
    call: () => ({ path: `/users/${users.seller_mla.id}/addresses` }),
  },
  {
    route: "POST /users",
    refusal: "write",
    roles: onlyOperator("201"),
    call: () => ({
      path: "/users",
      body: {
        nickname: `MATRIX ${randomUUID()}`,
        email: "matrix@example.com",
        site_id: "MLA",
        first_name: "Ana",
        last_name: "Pérez",
      },
    }),
  },
  {
    route: "PUT /users/{id}",
    refusal: "write",
    roles: onlyOperator("200"),
    call: async () => ({ path: `/users/${(await somebody()).id}`, body: { messaging_allowed: true } }),
  },
  {
    route: "PUT /users/{id}/password",
    refusal: "write",
    // The user needs the present password.
    roles: { else: "403 forbidden", seller: "400 bad_request", operator: "200" },
    async call() {
      const as = await newUser();
      return { path: `/users/${as.id}/password`, body: {}, as };
    },
  },
  {
    route: "GET /users/{user_id}/tokens",
    refusal: "read",
    roles: { ...onlySeller, operator: "200" },
    call: () => ({ path: `/users/${users.seller_mla.id}/tokens` }),
  },
  {
    route: "DELETE /users/{user_id}/tokens/{family_id}",
    refusal: "write",
    roles: { ...onlySeller, seller: "204", operator: "204" },
    async call() {
      const as = await newUser();
      const { results } = (await get(`/users/${as.id}/tokens`, { as })).json<{ results: { id: string }[] }>();
      return { path: `/users/${as.id}/tokens/${results[0]?.id}`, as };
    },
  },
  {
    route: "GET /users/{user_id}/totp",
    refusal: "read",
    roles: { ...onlySeller, operator: "200" },
    call: () => ({ path: `/users/${users.seller_mla.id}/totp` }),
  },
  // One's own, and of operators: nobody of the matrix enrolls one here.
  ...[
    "POST /users/{user_id}/totp",
    "PUT /users/{user_id}/totp",
    "POST /users/{user_id}/totp/recovery_codes",
  ].map(
    (route): Row => ({
      route,
      refusal: "write",
      roles: route.endsWith("/totp") && route.startsWith("POST") ? { else: "403 forbidden" } : noFactor,
      call: () => ({
        path: (route.split(" ")[1] ?? "").replace("{user_id}", String(users.seller_mla.id)),
        ...(route !== "POST /users/{user_id}/totp" && { body: { code: "000000" } }),
      }),
    }),
  ),
  {
    route: "DELETE /users/{user_id}/totp",
    refusal: "write",
    roles: { ...noFactor, operator: "404 not_found" },
    call: () => ({ path: `/users/${users.seller_mla.id}/totp` }),
  },
  {
    route: "GET /users/{user_id}/identities",
    refusal: "read",
    roles: { ...onlySeller, operator: "200" },
    call: () => ({ path: `/users/${users.seller_mla.id}/identities` }),
  },
  {
    route: "POST /users/{user_id}/identities",
    refusal: "write",
    roles: onlyOperator("201"),
    call: () => ({
      path: `/users/${users.seller_mla.id}/identities`,
      body: { issuer: "https://issuer.example", subject: randomUUID() },
    }),
  },
  {
    route: "DELETE /users/{user_id}/identities/{identity_id}",
    refusal: "write",
    roles: onlyOperator("404 not_found"),
    call: () => ({ path: `/users/${users.seller_mla.id}/identities/999999999` }),
  },
  {
    route: "POST /users/test_user",
    refusal: "write",
    roles: { else: "201" },
    call: () => ({ path: "/users/test_user", body: { site_id: "MLA" } }),
  },
  {
    route: "DELETE /users/{user_id}/applications/{app_id}",
    refusal: "write",
    roles: onlySeller,
    async call() {
      const as = await newUser();
      return { path: `/users/${as.id}/applications/${app}`, as };
    },
  },
  { route: "GET /applications", refusal: "read", roles: anybody, call: () => ({ path: "/applications" }) },
  {
    route: "POST /applications",
    refusal: "write",
    roles: { else: "201" },
    call: () => ({ path: "/applications", body: shop }),
  },
  {
    route: "POST /applications/{id}/secret",
    refusal: "write",
    roles: onlySeller,
    async call() {
      const { id } = (await post("/applications", { as: users.seller_mla, body: shop })).json<{
        id: number;
      }>();
      return { path: `/applications/${id}/secret`, body: {} };
    },
  },
  {
    route: "GET /applications/{id}",
    refusal: "read",
    roles: anybody,
    call: () => ({ path: `/applications/${app}` }),
  },
  {
    route: "PUT /applications/{id}",
    refusal: "write",
    // Operators change the status and the limit of any application.
    roles: { ...onlySeller, operator: "200" },
    call: () => ({ path: `/applications/${app}`, body: {} }),
  },
  {
    route: "GET /missed_feeds",
    refusal: "read",
    roles: onlySeller,
    call: () => ({ path: `/missed_feeds?app_id=${app}` }),
  },
  {
    route: "POST /missed_feeds/{_id}/replay",
    refusal: "write",
    // Missed notifications of other applications are hidden.
    roles: { else: "404 not_found" },
    call: () => ({ path: "/missed_feeds/6f1b0c9e-3c52-4f0e-9a44-0c6a8a1c2f57/replay" }),
  },
  {
    route: "GET /audit_events",
    refusal: "read",
    roles: onlyOperator("200"),
    call: () => ({ path: "/audit_events" }),
  },
  {
    route: "GET /operations/health",
    refusal: "read",
    roles: onlyOperator("200"),
    call: () => ({ path: "/operations/health" }),
  },
  open("GET /authorization", `/authorization?${new URLSearchParams(consent)}`),
  {
    route: "POST /authorization",
    refusal: "public",
    roles: { else: "302" },
    call: () => ({ path: "/authorization", body: new URLSearchParams({ ...consent, decision: "deny" }) }),
  },
  // The product under test lets its visitors pick a user: nobody signs in there. Rows of sessions are in
  // the gateway's session-matrix.db.test.ts; process/session-cookies.test.ts asks each route with cookies.
  ...[
    "GET /sign_in",
    "POST /sign_in",
    "POST /sign_out",
    "GET /sign_in/totp",
    "POST /sign_in/totp",
    "GET /sign_in/oidc",
    "GET /sign_in/oidc/callback",
  ].map(
    (route): Row => ({
      route,
      refusal: "public",
      roles: { else: "403 forbidden" },
      call: () => ({ path: route.split(" ")[1] ?? "" }),
    }),
  ),
  {
    route: "POST /oauth/token",
    refusal: "public",
    roles: anybody,
    call: () => ({ path: "/oauth/token", body: new URLSearchParams(token) }),
  },
  open("GET /openapi.json"),
  open("GET /docs"),
  open("GET /docs/swagger-ui.js"),
  open("GET /docs/swagger-ui.css"),
  open("GET /docs/start.js"),
];
