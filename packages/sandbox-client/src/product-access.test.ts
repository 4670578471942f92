import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findAccess } from "./product-access.ts";

async function sandboxFile(document: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-client-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "sandbox.json");
  await writeFile(path, JSON.stringify(document));
  return path;
}

const document = { base_url: "http://127.0.0.1:8080", sandbox: { admin_token: "of-the-file" } };
const access = { baseUrl: "http://127.0.0.1:8080", adminToken: "of-the-file" };

it("finds no product where none is named", async () => {
  expect(await findAccess({}, {})).toBeUndefined();
});

it("reads the file that the product writes, named by option or by environment", async () => {
  const path = await sandboxFile(document);
  expect(await findAccess({ sandboxFile: path }, {})).toEqual(access);
  expect(await findAccess({}, { MARKETPLACE_SANDBOX: path })).toEqual(access);
});

it("takes address and token without a file, and either in place of what the file says", async () => {
  const env = { MARKETPLACE_URL: "https://lab.example/", MARKETPLACE_ADMIN_TOKEN: "of-the-environment" };
  const named = { baseUrl: "https://lab.example", adminToken: "of-the-environment" };
  expect(await findAccess({}, env)).toEqual(named);
  expect(await findAccess({ adminToken: "given" }, env)).toEqual({ ...named, adminToken: "given" });
  const file = await sandboxFile(document);
  expect(await findAccess({ sandboxFile: file, url: "http://other.example" }, {})).toEqual({
    ...access,
    baseUrl: "http://other.example",
  });
});

it("takes a product that is named by options whole, whatever the environment says", async () => {
  const file = await sandboxFile(document);
  const other = await sandboxFile({
    base_url: "http://other.example",
    sandbox: { admin_token: "of-another" },
  });
  const env = { MARKETPLACE_URL: "http://other.example", MARKETPLACE_ADMIN_TOKEN: "of-another" };
  expect(await findAccess({ sandboxFile: file }, env)).toEqual(access);
  const ofFile = { MARKETPLACE_SANDBOX: other };
  await expect(findAccess({ url: "http://third.example" }, ofFile)).rejects.toThrow("No admin token");
});

it("says what is missing when there is no token", async () => {
  const { base_url } = document;
  await expect(findAccess({ url: base_url }, {})).rejects.toThrow("No admin token");
  const file = await sandboxFile({ base_url });
  await expect(findAccess({ sandboxFile: file }, {})).rejects.toThrow("runs without its lab");
});
