import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { documents, formOf } from "../invoices/packs.ts";
import { startReceiver } from "../notifications/receiver.ts";
import { entriesBelow } from "../product/files.ts";
import { launch, type Product } from "../product/product.ts";
import { categoryNames, itemNames, numberNames, userNames } from "../product/sandbox.ts";

const run = promisify(execFile);
let product: Product;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "marketplace-demo-"));
  product = await launch({ dataDir: join(folder, "data") });
  return async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  };
});

const ask = (method: string, path: string, token: string, body?: unknown) =>
  sendTo(product.baseUrl, method, { path, token, body });

test("nothing in the data directory, its secrets and tokens included, is open to other users", async () => {
  const entries = await entriesBelow(product.dataDir);
  const names = entries.map(({ parentPath, name }) => relative(product.dataDir, join(parentPath, name)));
  // Postgres removes files of its own meanwhile.
  const modeOf = (path: string) =>
    stat(path).then(
      ({ mode }) => mode & 0o777,
      () => 0o600,
    );
  expect((await modeOf(product.dataDir)) & 0o077).toBe(0);
  const open: string[] = [];
  for (const name of names) {
    const mode = await modeOf(join(product.dataDir, name));
    if ((mode & 0o077) !== 0) open.push(`${name} ${mode.toString(8)}`);
  }
  expect(names).toEqual(expect.arrayContaining(["secret", "sandbox.json", "demo.json"]));
  expect(open).toEqual([]);
});

describe("sandbox.json", () => {
  test("is readable by its owner only, and describes the running product", async () => {
    const path = join(product.dataDir, "sandbox.json");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const file = JSON.parse(await readFile(path, "utf8"));
    expect(Object.keys(file)).toEqual(["base_url", "users", "applications", "tokens", "fixtures", "sandbox"]);
    expect(file.base_url).toBe(product.baseUrl);
  });

  test("names every user with id, nickname, site, a token and a password", () => {
    for (const name of userNames)
      expect(product.sandbox.users[name], name).toMatchObject({
        id: expect.any(Number),
        nickname: expect.any(String),
        site_id: { b: "MLB", c: "MLC" }[/_ml([bc])$/.exec(name)?.[1] ?? ""] ?? "MLA",
        access_token: expect.stringMatching(/^APP_USR-/),
        password: expect.stringMatching(/^\w{20}$/),
      });
  });

  test("names the application and the special tokens", () => {
    expect(product.sandbox.applications.default).toMatchObject({
      id: expect.any(Number),
      client_id: expect.any(String),
      client_secret: expect.any(String),
      redirect_uri: expect.stringMatching(/^http/),
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
    expect(Object.keys(product.sandbox.tokens).toSorted()).toEqual([
      "expired",
      "read_only_seller_mla",
      "revoked",
    ]);
  });

  test.each([...itemNames, ...categoryNames])("has the fixture %s, an id", (name) => {
    expect(product.sandbox.fixtures[name]).toMatch(/^MLA(\d+|-CARS_AND_VANS)$/);
  });

  test.each(numberNames)("has the fixture %s, an integer of ten digits", (name) => {
    expect(product.sandbox.fixtures[name]).toBeGreaterThan(2 ** 31);
  });

  test("has the zones of flex_service's area", () => {
    expect(product.sandbox.fixtures.zone_ids.length).toBeGreaterThanOrEqual(4);
  });
});

describe("the banner", () => {
  test("tells base URL, users, tokens and documentation", () => {
    for (const { id, access_token } of Object.values(product.sandbox.users)) {
      expect(product.banner).toContain(String(id));
      expect(product.banner).toContain(access_token);
    }
    expect(product.banner).toContain(`${product.baseUrl}/docs`);
  });

  test("its three curl lines work when pasted", async () => {
    const lines = product.banner.split("\n").filter((line) => line.trim().startsWith("curl "));
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const { status, body } = await paste(line);
      expect({ line, status }).toMatchObject({ status: expect.stringMatching(/^20[01]$/) });
      expect(JSON.parse(body)).toBeTypeOf("object");
    }
  });
});

/** Runs a line in a shell. On a machine without curl a function sends the request by fetch. */
async function paste(line: string): Promise<{ status: string; body: string }> {
  const hasCurl = await run("curl", ["--version"]).then(
    () => true,
    () => false,
  );
  if (hasCurl) {
    const { stdout } = await run("sh", ["-c", `${line.trim()} -s -w '\\n%{http_code}'`]);
    const [status = "", ...body] = stdout.split("\n").toReversed();
    return { status, body: body.toReversed().join("\n") };
  }
  const { stdout } = await run("sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${line.trim()}`]);
  const words = stdout.split("\0").slice(0, -1);
  const after = (flag: string) => words.flatMap((word, n) => (word === flag ? [words[n + 1] ?? ""] : []));
  const headers = Object.fromEntries(after("-H").map((header) => header.split(/: (.*)/).slice(0, 2)));
  const [body] = after("-d");
  const response = await fetch(words.at(-1) ?? "", { headers, ...(body ? { method: "POST", body } : {}) });
  return { status: String(response.status), body: await response.text() };
}

test("a file that its storage lost could not be retrieved from storage", async () => {
  const { users, fixtures } = product.sandbox;
  const token = users.seller_mla.access_token;
  const path = documents(fixtures.pack_empty_2);
  const bytes = `%PDF-1.4 ${crypto.randomUUID()}`;
  const [id] = (await ask("POST", path, token, formOf({ bytes }))).json<{ ids: string[] }>().ids;
  try {
    await removeObjectsWith(bytes);
    const answer = await ask("GET", `${path}/${id}`, token);
    const message = `The fiscal_document with id: ${id} could not be retrieved from storage`;
    expectProblem(answer, 404, "not_found", message);
  } finally {
    // Delete the document again, for the next attempt too: a product does not start when a stored file is
    // missing, and another test restarts it.
    expect((await ask("DELETE", path, token)).status).toBe(200);
  }
});

/** Removes the stored files that contain a text. The folder of e-mails beside them changes meanwhile. */
async function removeObjectsWith(text: string): Promise<void> {
  for (const file of await entriesBelow(join(product.dataDir, "objects"))) {
    const at = join(file.parentPath, file.name);
    // What was deleted before is swept meanwhile.
    const content = file.isFile() ? await readFile(at, "utf8").catch(() => "") : "";
    if (content.includes(text)) await rm(at);
  }
}

test("mail is written", async () => {
  const token = product.sandbox.users.seller_mla.access_token;
  const path = documents(product.sandbox.fixtures.pack_empty);
  expect((await ask("POST", path, token, formOf({}))).status).toBe(200);
  try {
    const mails = async () =>
      (await readdir(join(product.dataDir, "mail"))).filter((name) => name.endsWith(".eml"));
    await expect.poll(mails).not.toHaveLength(0);
  } finally {
    // For the next attempt.
    expect((await ask("DELETE", path, token)).status).toBe(200);
  }
});

test("what was missed during a crash is delivered after it; secrets are not in the logs", {
  timeout: 400_000,
}, async () => {
  const { users, fixtures, applications, tokens } = product.sandbox;
  let answerWith = 500;
  const receiver = await startReceiver(() => answerWith);
  onTestFinished(() => receiver.close());
  const body = { callback_url: receiver.url, topics: ["questions"] };
  const set = await ask(
    "PUT",
    `/applications/${applications.default.id}`,
    users.seller_mla.access_token,
    body,
  );
  expect(set.status).toBe(200);

  const question = { item_id: fixtures.item_active, text: "Llega antes del viernes?" };
  const asked = await ask("POST", "/questions", users.buyer_mla.access_token, question);
  const resource = `/questions/${asked.json<{ id: number }>().id}`;
  product.signal("SIGKILL");
  const { stderr } = await product.ended;
  answerWith = 200;
  product = await launch({ dataDir: product.dataDir, port: Number(new URL(product.baseUrl).port) });
  for (const secret of [tokens.expired, users.buyer_mla.access_token, applications.default.client_secret])
    expect(stderr).not.toContain(secret);
  await expect
    .poll(() => receiver.of(resource).some(({ body: { attempts } }) => attempts >= 1), { timeout: 150_000 })
    .toBe(true);
});
