import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { anotherGateway, startGateway } from "../gateway.fixture.ts";

const gateway = await startGateway({ config: { signIn: "password" } });
const { http, bearer, rows, dump } = gateway;
const { http: replica } = await anotherGateway(gateway);
const { headers } = bearer("operator");

const person = (nickname: string, password: string) => ({
  nickname,
  site_id: "MLA",
  email: `${nickname.toLowerCase()}@example.com`,
  first_name: "Ana",
  last_name: "Pérez",
  password,
});
const create = (key: string, body: object, at = http) =>
  at.post("/users", { headers: { ...headers, "Idempotency-Key": key }, body });
const hashOf = async (key: string): Promise<string> => {
  const [row] = await rows<{ body_hash: string }>(
    "SELECT body_hash FROM idempotency_keys WHERE key LIKE '%' || $1",
    [key],
  );
  return row?.body_hash ?? "";
};

describe("what is stored of a request with a secret and an Idempotency-Key", () => {
  it("does not let a copy of the database try passwords", async () => {
    const body = person("KEYED", "guessable-1");
    expect((await create("keyed", body)).status).toBe(201);
    const stored = await hashOf("keyed");
    expect(stored).toMatch(/^[\w-]{43}$/);
    for (const encoding of ["base64url", "base64", "hex"] as const) {
      const guess = createHash("sha256").update(JSON.stringify(body)).digest(encoding);
      expect(await dump()).not.toContain(guess);
    }
  });

  it("still tells the same request from another one, on every replica", async () => {
    const body = person("REPLAYED", "guessable-2");
    const first = await create("replayed", body);
    const again = await create("replayed", body, replica);
    expect([again.status, again.headers["idempotent-replayed"]]).toEqual([201, "true"]);
    expect(again.json()).toEqual(first.json());
    expect((await create("replayed", { ...body, password: "guessable-3" })).status).toBe(409);
  });
});
