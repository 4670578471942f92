import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, type Product } from "../product/product.ts";

// Use a separate product: the shared one does not limit the sign-ins of tests.
let dataDir = "";
let product: Product;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "marketplace-deployed-"));
  product = await launch({ dataDir, env: { NODE_ENV: "production", SIGN_IN: "" } });
});
afterAll(async () => {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const request = () => {
  const { client_id, redirect_uri } = product.sandbox.applications.default;
  return { response_type: "code", client_id, redirect_uri };
};
const asked = (fields: Record<string, string> = {}) =>
  fetch(`${product.baseUrl}/authorization?${new URLSearchParams({ ...request(), ...fields })}`, {
    redirect: "manual",
  });
const allowed = (fields: Record<string, string> = {}) => {
  const { users } = product.sandbox;
  const form = { ...request(), user_id: `${users.operator.id}`, decision: "allow", ...fields };
  const body = new URLSearchParams(form);
  return fetch(`${product.baseUrl}/authorization`, { method: "POST", body, redirect: "manual" });
};
const newUser = () => {
  const { access_token } = product.sandbox.users.operator;
  const headers = { Authorization: `Bearer ${access_token}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ site_id: "MLA" });
  return fetch(`${product.baseUrl}/users/test_user`, { method: "POST", headers, body });
};

/** Expects the standard error body, which names the setting, and no redirect. */
async function expectRefused(answer: Response): Promise<void> {
  const body = (await answer.json()) as { message: string };
  expect(body).toEqual({ message: expect.any(String), error: "forbidden", status: 403, cause: [] });
  expect([answer.status, answer.headers.get("location")]).toEqual([403, null]);
  expect(body.message).toContain("SIGN_IN");
}

const requests: Record<string, string>[] = [
  {},
  { client_id: "1" },
  { redirect_uri: "https://evil.example/" },
  { scope: "x" },
];

describe("a product in production without SIGN_IN", () => {
  test("signs nobody in", async () => {
    for (const fields of requests) {
      await expectRefused(await asked(fields));
      await expectRefused(await allowed(fields));
    }
    for (const decision of ["deny", ""]) await expectRefused(await allowed({ decision }));
  });

  test("makes no user for anybody, operators included", async () => {
    await expectRefused(await newUser());
  });

  test("describes both as ever, and says at its start what is off", async () => {
    const document = await (await fetch(`${product.baseUrl}/openapi.json`)).json();
    expect(document).toMatchObject({
      paths: { "/authorization": { get: {}, post: {} }, "/users/test_user": { post: {} } },
    });
    for (const path of ["/authorization", "/users/test_user"])
      expect((await fetch(product.baseUrl + path, { method: "OPTIONS" })).status).toBe(200);
    expect(product.banner).toContain("SIGN_IN=picker");
  });

  test("signs users in again once SIGN_IN=picker asks for it by name", async () => {
    await product.stop();
    product = await launch({ dataDir, env: { NODE_ENV: "production", SIGN_IN: "picker" } });
    expect((await asked()).status).toBe(200);
    expect((await allowed()).headers.get("location")).toContain("code=");
    expect((await newUser()).status).toBe(201);
    expect(product.banner).not.toContain("Sign-in is off");
  });
});
