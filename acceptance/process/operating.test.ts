import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Answer, sendTo } from "../api/api.ts";
import { pagesOf } from "../identity/sign-in.ts";
import type { Product } from "../product/product.ts";
import { command, printed } from "./command-line.ts";
import { newDataDir, started } from "./running.ts";

interface Credentials {
  client_id: string;
  client_secret: string;
}
interface Bootstrapped {
  operator: { id: number; nickname: string; password: string };
  application: Credentials & { id: number; webhook_secret: string };
}
interface User {
  id: number;
  nickname: string;
  status: string;
  roles: string[];
  password?: string;
}
interface Token {
  access_token: string;
}

const names = ["--first-name", "Ana", "--last-name", "Pérez", "--email", "ana@shop.example"];
const bootstrap = ["bootstrap", "--email", "operator@market.example"];

/** A small tree: a root, and a leaf that needs a brand. */
const tree = {
  MLA1: {
    id: "MLA1",
    name: "Hogar",
    path_from_root: [{ id: "MLA1", name: "Hogar" }],
    children_categories: [{ id: "MLA2", name: "Mates" }],
  },
  MLA2: {
    id: "MLA2",
    name: "Mates",
    path_from_root: [
      { id: "MLA1", name: "Hogar" },
      { id: "MLA2", name: "Mates" },
    ],
    children_categories: [],
  },
};

/** Requests to a product with a token. */
const asking = ({ baseUrl }: Product) => ({
  post: (path: string, body: unknown, as?: Token): Promise<Answer> =>
    sendTo(baseUrl, "POST", { path, body, ...(as && { as }) }),
  get: (path: string, as: Token): Promise<Answer> => sendTo(baseUrl, "GET", { path, as }),
});

function made<T>(answer: Answer, status: number): T {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  return answer.json<T>();
}

const tokenOf = async ({ baseUrl }: Product, { client_id, client_secret }: Credentials): Promise<Token> => {
  const body = { grant_type: "client_credentials", client_id, client_secret };
  return made<Token>(await sendTo(baseUrl, "POST", { path: "/oauth/token", body }), 200);
};

/** A token of a user who signs in with their password on the pages, and allows the application. */
async function signedIn(product: Product, client: Credentials, user: User): Promise<Token> {
  const { client_id, client_secret } = client;
  const redirect_uri = "http://localhost:3000/callback";
  const asked = `/authorization?${new URLSearchParams({ response_type: "code", client_id, redirect_uri })}`;
  const browser = pagesOf(product.baseUrl);
  const claim = { path: asked, login: user.nickname, password: user.password ?? "" };
  const { location } = await browser.signIn(claim);
  const allowed = await browser.send(await browser.get(location), "/authorization", { decision: "allow" });
  const code = new URL(allowed.location).searchParams.get("code") ?? "";
  const body = { grant_type: "authorization_code", code, redirect_uri, client_id, client_secret };
  return made<Token>(await sendTo(product.baseUrl, "POST", { path: "/oauth/token", body }), 200);
}

test("from empty databases to a seller who answers a question, with no SQL", {
  timeout: 300_000,
}, async () => {
  const product = await started({ dataDir: await newDataDir(), seed: "none", prepared: true });
  const { dataDir } = product;
  const { post, get } = asking(product);

  const [first] = await printed<Bootstrapped>(dataDir, bootstrap);
  if (!first) throw new Error("bootstrap printed nothing");
  const operator = await tokenOf(product, first.application);
  expect(made(await get("/users/me", operator), 200)).toMatchObject({ id: first.operator.id });

  const file = join(dirname(dataDir), "tree.json");
  await writeFile(file, JSON.stringify(tree));
  await printed(dataDir, ["import", "categories", file, "--site", "MLA"]);

  const person = { email: "ana@shop.example", site_id: "MLA", first_name: "Ana", last_name: "Pérez" };
  const seller = made<User>(await post("/users", { ...person, nickname: "ANA" }, operator), 201);
  const [buyer] = await printed<User>(dataDir, [
    "users",
    "create",
    "--nickname",
    "BRUNO",
    "--site",
    "MLA",
    ...names,
  ]);
  const ana = await signedIn(product, first.application, seller);
  const bruno = await signedIn(product, first.application, buyer ?? seller);

  const item = {
    title: "Mate de calabaza",
    category_id: "MLA2",
    currency_id: "ARS",
    price: 100,
    available_quantity: 3,
    condition: "new",
    buying_mode: "buy_it_now",
    listing_type_id: "gold_special",
  };
  const { id: item_id } = made<{ id: string }>(await post("/items", item, ana), 201);
  const asked = made<{ id: number }>(
    await post("/questions", { item_id, text: "Tiene garantía?" }, bruno),
    201,
  );
  const answered = await post("/answers", { question_id: asked.id, text: "Sí, seis meses" }, ana);
  expect(made(answered, 200)).toMatchObject({ status: "ANSWERED", answer: { text: "Sí, seis meses" } });

  const log = made<{ results: { action: string; details: object }[] }>(
    await get("/audit_events?action=user.created", operator),
    200,
  );
  expect(log.results.map(({ details }) => details)).toMatchObject([{ via: "cli" }, {}, { via: "cli" }]);
});

describe("the command-line tool", () => {
  test("bootstraps once, also when two do so at once, while the product runs and after", {
    timeout: 300_000,
  }, async () => {
    const product = await started({ dataDir: await newDataDir(), seed: "none", prepared: true });
    const { dataDir } = product;
    const both = await Promise.all(
      ["FIRST", "SECOND"].map((nickname) => command(dataDir, [...bootstrap, "--nickname", nickname])),
    );
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    const refused = both.find(({ code }) => code === 1);
    expect(refused).toMatchObject({
      complaint: expect.stringMatching(/^There is an operator already/),
      stdout: "",
    });
    await product.stop();
    expect(await command(dataDir, bootstrap)).toMatchObject({ code: 1, complaint: refused?.complaint });
    expect(await printed<User>(dataDir, ["users", "list", "--role", "operator"])).toHaveLength(1);
  });

  test("runs users, applications and tokens; what it changes counts in a running product", {
    timeout: 600_000,
  }, async () => {
    const product = await started({ dataDir: await newDataDir(), seed: "none", prepared: true });
    const { dataDir } = product;
    const { get } = asking(product);
    const run = <T>(line: string, input?: string) => printed<T>(dataDir, line.split(" "), input);
    const refused = async (line: string, input?: string) => {
      const { code, stdout, complaint } = await command(dataDir, line.split(" "), input);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      return complaint;
    };
    const [first] = await run<Bootstrapped>(
      `${bootstrap.join(" ")} --password-stdin`,
      "a fine long password\n",
    );
    expect(first?.operator).not.toHaveProperty("password");
    const credentials = first?.application ?? { client_id: "", client_secret: "" };
    const token = await tokenOf(product, credentials);
    const statusOf = async () => (await get("/users/me", token)).status;

    expect(await refused(`${bootstrap.join(" ")} --password secret`)).toContain("--password");
    expect(await refused("users disable OPERATOR")).toContain("last operator");
    expect(await refused("users role OPERATOR buyer")).toContain("last operator");
    expect(await refused("users disable NOBODY")).toBe("There is no user NOBODY");
    expect(await refused("users role OPERATOR king")).toMatch(/^roles\[0\] /);
    const create =
      "users create --nickname EVA --site MLA --email eva@shop.example --first-name E --last-name V";
    expect(await refused(`${create} --password-stdin`, "short")).toContain("8 to 128 characters");
    expect(await refused(create.replace("MLA", "MXX"))).toBe("Site not found: MXX");
    const [eva] = await run<User>(`${create} --role operator --password-stdin`, "another long password");
    expect(eva).toMatchObject({ roles: ["operator"], status: "active" });
    expect(eva).not.toHaveProperty("password");
    expect(await refused(create)).toBe("The nickname EVA is taken");
    expect(await run<User>("users password EVA")).toMatchObject([{ password: expect.any(String) }]);
    expect(await run<User>("users role EVA seller")).toMatchObject([{ roles: ["seller"] }]);
    expect(await run<User>("users disable EVA")).toMatchObject([{ status: "disabled" }]);
    expect(await run<User>("users list --status disabled")).toMatchObject([{ nickname: "EVA" }]);
    expect(await run<User>(`users enable ${eva?.id}`)).toMatchObject([{ status: "active" }]);

    expect(await refused("users link-identity EVA person-1")).toContain("OIDC_ISSUER");
    const link = "link-identity EVA person-1 --issuer https://issuer.example/";
    const [linked] = await run<{ id: number; issuer: string }>(`users ${link}`);
    expect(linked).toMatchObject({ issuer: "https://issuer.example", subject: "person-1" });
    expect(await refused(`users ${link}`)).toContain("linked to a user already");
    expect(await run("users identities EVA")).toEqual([linked]);
    await run(`users unlink-identity EVA ${linked?.id}`);
    expect(await run("users identities EVA")).toEqual([]);

    const totp = `/users/${first?.operator.id}/totp`;
    const begun = await sendTo(product.baseUrl, "POST", { path: totp, as: token });
    expect(made<{ secret: string }>(begun, 201).secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await run("users reset-totp OPERATOR")).toMatchObject([{ enrolled: false }]);
    expect(await refused("users reset-totp OPERATOR")).toBe("OPERATOR has no second factor");

    const shop = "applications create --name Shop --redirect-uri https://shop.example/callback --owner";
    expect(await refused(`${shop} NOBODY`)).toBe("There is no user NOBODY");
    const [created] = await run<Credentials>(`${shop} EVA`);
    expect(created).toMatchObject({ name: "Shop", client_secret: expect.any(String) });
    const asEva = await get("/users/me", await tokenOf(product, created ?? credentials));
    expect(made(asEva, 200)).toMatchObject({ id: eva?.id });

    const { client_id } = credentials;
    expect(await statusOf()).toBe(200);
    await run(`applications quota ${client_id} 1`);
    await expect.poll(statusOf).toBe(429);
    await run(`applications quota ${client_id} default`);
    await expect.poll(statusOf).toBe(200);
    expect(await refused(`applications quota ${client_id} many`)).toMatch(/^requests_per_minute /);
    await run(`applications disable ${client_id}`);
    await expect.poll(statusOf).toBe(401);
    await run(`applications enable ${client_id}`);
    await expect.poll(statusOf).toBe(200);
    const [rotated] = await run<Credentials>(`applications rotate-secret ${client_id}`);
    await expect(tokenOf(product, credentials)).rejects.toThrow();
    const renewed = await tokenOf(product, rotated ?? credentials);
    expect(await run("applications list --owner OPERATOR")).toMatchObject([{ id: Number(client_id) }]);
    expect(await refused("applications disable 5")).toBe("Application with id 5 not found");

    const families = await run<{ id: string }>("tokens list OPERATOR");
    expect(families).toHaveLength(2);
    expect(JSON.stringify(families)).not.toContain(renewed.access_token.split("-")[2]);
    await run(`tokens revoke OPERATOR ${families[1]?.id}`);
    await expect.poll(statusOf).toBe(401);
    expect(await refused(`tokens revoke OPERATOR ${families[1]?.id}`)).toBe("The user has no such tokens");
    expect(await refused("tokens revoke OPERATOR")).toContain("--all");
    expect(await run("tokens revoke OPERATOR --all")).toMatchObject([{ families: 1 }]);
    expect(await run("tokens list OPERATOR")).toEqual([]);
    expect((await get("/users/me", renewed)).status).toBe(401);
  });

  test("says what is missing where nothing was started", async () => {
    const { code, complaint } = await command(await newDataDir(), ["users", "list"]);
    expect({ code, complaint }).toEqual({
      code: 1,
      complaint: expect.stringContaining("holds no marketplace"),
    });
  });
});
