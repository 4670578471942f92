import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { get, sendTo } from "../api/api.ts";
import { fixtures, newItem, newQuestion, newUser, users } from "../api/world.ts";
import { run, startRecorder } from "./commands.ts";

vi.setConfig({ testTimeout: 300_000 });

interface Line {
  target: string;
  status: number;
  request: { headers: Record<string, string>; body: { json?: Record<string, unknown> } | null };
  answer: { body: { json?: Record<string, unknown>; bytes?: number } | null };
}

const linesOf = async (file: string): Promise<Line[]> =>
  (await readFile(file, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Every text and number in a value, but ids and what is common to all users. */
function leavesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leavesOf);
  return typeof value === "string" ? [value] : [];
}

test("answers what the marketplace answers, and records it without what is personal", async () => {
  const recorder = await startRecorder();
  // Nobody else sells for them, so that what is counted stays between two reads.
  const seller = await newUser();
  const own = (await get("/users/me", { as: seller })).json<Record<string, unknown>>();
  const through = await sendTo(recorder.url, "GET", { path: "/users/me", as: seller });
  expect(through.json()).toEqual(own);
  const asker = await newUser();
  const itemId = await newItem(seller);
  const said = `soy ${String(own.first_name)}, ${String(own.email)}`;
  const asked = await sendTo(recorder.url, "POST", {
    path: "/questions",
    as: asker,
    body: { item_id: itemId, text: "¿Tiene stock?" },
  });
  expect(asked.status).toBe(201);
  const id = await newQuestion(asker, itemId);
  const answered = await sendTo(recorder.url, "POST", {
    path: "/answers",
    as: seller,
    body: { question_id: id, text: said },
  });
  const billing = `/orders/${fixtures.order_paid}/billing_info`;
  await sendTo(recorder.url, "GET", { path: billing, as: users.seller_mla });
  const printed = await recorder.stop();
  expect(JSON.parse(printed.at(-1) ?? "")).toEqual({ out: recorder.file, exchanges: 4 });

  const text = await readFile(recorder.file, "utf8");
  const { phone, identification, address, email, nickname, last_name } = own;
  const personal = leavesOf([
    phone,
    email,
    nickname,
    last_name,
    (identification as { number: string }).number,
    (address as { address: string }).address,
  ]).filter((each) => each.length > 3);
  expect(personal.length).toBeGreaterThan(4);
  const tokens = [seller, asker, users.seller_mla].map((user) => user.access_token);
  const secrets = tokens.map((token) => token.split("-").at(-2) ?? "");
  for (const secret of [...personal, ...secrets]) expect(text).not.toContain(secret);

  const [me, question, answer] = await linesOf(recorder.file);
  expect(me).toMatchObject({
    target: "/users/me",
    status: 200,
    answer: {
      body: { json: { id: own.id, site_id: "MLA", email: expect.stringMatching(/@example\.com$/) } },
    },
  });
  expect(me?.request.headers.authorization).toMatch(
    new RegExp(`^Bearer APP_USR-\\d+-[\\w-]+-${String(own.id)}$`),
  );
  expect(question?.request.body?.json).toEqual({ item_id: itemId, text: "¿Tiene stock?" });
  // What a field gave away has the same mask in what people write.
  expect(answered.status).toBe(200);
  const masked = me?.answer.body?.json;
  expect(answer?.request.body?.json?.text).toBe(
    `soy ${String(masked?.first_name)}, ${String(masked?.email)}`,
  );
});

test("sends a token of its own in place of the client's, and never writes it", async () => {
  const { access_token: token, id } = users.seller_mla;
  const recorder = await startRecorder(["--token-header", `Authorization: Bearer ${token}`]);
  const answer = await sendTo(recorder.url, "GET", { path: "/users/me", token: "APP_USR-none" });
  expect(answer.json()).toMatchObject({ id });
  await recorder.stop();
  expect(await readFile(recorder.file, "utf8")).not.toContain(token);
});

test("records errors, and answers 502 where no marketplace is", async () => {
  const recorder = await startRecorder();
  await sendTo(recorder.url, "GET", { path: "/items/MLA1", as: users.seller_mla });
  await sendTo(recorder.url, "GET", { path: "/sites" });
  await recorder.stop();
  expect((await linesOf(recorder.file)).map(({ status, target }) => [status, target])).toEqual([
    [404, "/items/MLA1"],
    [403, "/sites"],
  ]);
  const alone = await startRecorder([], "http://127.0.0.1:9");
  const failed = await sendTo(alone.url, "GET", { path: "/sites" });
  expect(failed.status).toBe(502);
  expect(failed.json()).toMatchObject({ error: "bad_gateway", status: 502, cause: [] });
  expect(await alone.stop()).toContainEqual(expect.stringContaining("! http://127.0.0.1:9"));
});

test("ends with the reason when the disk takes no more", async () => {
  const recorder = await startRecorder([], undefined, 8);
  const search = { path: "/sites/MLA/search?q=samsung", as: users.seller_mla };
  expect((await sendTo(recorder.url, "GET", search)).status).toBe(200);
  const { code, stderr } = await recorder.ended();
  expect([code, stderr]).toEqual([1, `${recorder.file} cannot be written: EFBIG: file too large, write\n`]);
});

test("refuses wrong options with the reason", async () => {
  const recorder = await startRecorder();
  await recorder.stop();
  const refusals = [
    [[], "required option '--upstream <url>' not specified"],
    [["--upstream", "nowhere"], "Say an address such as"],
    [["--upstream", "http://u:p@a"], "without user and password"],
    [["--upstream", "http://a", "--token-header", "Bearer"], "say a name and a value"],
    [["--upstream", "http://a", "--out", recorder.file], "is there already"],
  ] as const;
  for (const [words, reason] of refusals)
    expect(await run(["record", ...words])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(reason),
    });
});
