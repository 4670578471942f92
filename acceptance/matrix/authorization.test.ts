import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, get, post, send } from "../api/api.ts";
import { applications, type Person, tokens, users } from "../api/world.ts";
import {
  type BadToken,
  badTokens,
  type Call,
  type Outcome,
  type Refusal,
  type Role,
  type Row,
  refusals,
  roles,
} from "./row.ts";
import { rows } from "./rows.ts";

const person: Record<Role, Person> = {
  other: users.buyer2_mla,
  buyer: users.buyer_mla,
  seller: users.seller_mla,
  operator: users.operator,
  moderated: users.seller_moderated_mla,
};

/** A valid token of the seller with only the scope `write`. */
let writeOnly = "";

beforeAll(async () => {
  const { id, client_id, client_secret } = applications.default;
  const grant = { grant_type: "client_credentials", client_id, client_secret, scope: "write" };
  const answer = await post("/oauth/token", { body: new URLSearchParams(grant) });
  writeOnly = answer.json<{ access_token: string }>().access_token;
  expect(writeOnly).toContain(`-${id}-`);
});

function tokenOf(kind: BadToken, { needs }: Pick<Refusal, "needs">): string | undefined {
  const { id } = applications.default;
  const token: Record<BadToken, string | undefined> = {
    none: undefined,
    malformed: "garbage",
    unknown: `APP_USR-${id}-${randomBytes(24).toString("hex")}-${users.seller_mla.id}`,
    expired: tokens.expired,
    revoked: tokens.revoked,
    wrongScope: needs === "read" ? writeOnly : tokens.read_only_seller_mla,
  };
  return token[kind];
}

const request = ({ route }: Row, { path, body }: Call, token: string | undefined): Promise<Answer> =>
  send(route.split(" ")[0] ?? "", path, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });

/** The answer in the notation of the matrix. */
function outcomeOf({ status, text }: Answer): string {
  if (status < 400) return `${status}`;
  const { error } = JSON.parse(text) as { error: string };
  return `${status} ${error}`;
}

/** The expected answer to each bad token. Public routes ignore tokens. */
function expectedOf({ refusal, roles: { else: success } }: Row, kind: BadToken): Outcome {
  return refusals[refusal]?.outcomes[kind] ?? success;
}

describe("the authorization matrix", () => {
  it("names every route of /openapi.json, and no other", async () => {
    const { paths } = (await get("/openapi.json")).json<{ paths: Record<string, object> }>();
    const served = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(rows.map(({ route }) => route).toSorted()).toEqual(served.toSorted());
  });

  describe.each(rows)("$route", (row) => {
    it("refuses each invalid token", async () => {
      const call = await row.call("seller");
      const expected = Object.fromEntries(badTokens.map((kind) => [kind, expectedOf(row, kind)]));
      const found: Record<string, string> = {};
      for (const kind of badTokens) {
        const token = tokenOf(kind, refusals[row.refusal] ?? { needs: "write" });
        found[kind] = outcomeOf(await request(row, call, token));
      }
      expect(found).toEqual(expected);
    });

    it("gives each role the expected answer", async () => {
      const found: Record<string, string> = {};
      for (const role of roles) {
        const call = await row.call(role);
        const { access_token } = (role === "seller" ? call.as : undefined) ?? person[role];
        found[role] = outcomeOf(await request(row, call, access_token));
      }
      const expected = Object.fromEntries(roles.map((role) => [role, row.roles[role] ?? row.roles.else]));
      expect(found).toEqual(expected);
    });
  });
});
