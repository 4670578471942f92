import { describe, expect, test, vi } from "vitest";
import { get, post, send } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { newItem, newUser, users } from "../api/world.ts";
import { admin, ask, newWorld } from "./lab.ts";

// Making worlds takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

interface Details {
  id: string;
  target: string;
  status: number;
  operation: unknown;
  application_id: number;
  user_id: number;
  error: unknown;
  request: { headers: Record<string, string>; body: { text: string } | null };
  answer: { body: { text: string } | null };
  replay_of: string | null;
}

const idOf = (answer: { headers: Headers }): string => answer.headers.get("x-request-id") ?? "";
const details = async (id: string) =>
  (await get(`/_sandbox/requests/${id}`, { token: admin })).json<Details>();

describe("the requests of a world", () => {
  test("a question that was asked, with its operation, its token's holder, and no secret", async () => {
    const seller = await newUser();
    const item = await newItem(seller);
    const buyer = await newUser();
    const asked = await post("/questions", { as: buyer, body: { item_id: item, text: "¿Hay stock?" } });
    const shown = await details(idOf(asked));
    expect(shown).toMatchObject({
      method: "POST",
      target: "/questions",
      status: 201,
      user_id: buyer.id,
      operation: { path: "/questions" },
      error: null,
    });
    expect(shown.request.body?.text).toContain("¿Hay stock?");
    expect(shown.answer.body?.text).toBe(asked.text);
    expect(JSON.stringify(shown)).not.toContain(buyer.access_token);
  });

  test("what the cache answers is there as well", async () => {
    const item = await newItem(await newUser());
    for (let turn = 0; turn < 3; turn++) {
      const answer = await get(`/items/${item}`, { as: users.buyer_mla });
      const shown = await details(idOf(answer));
      expect(shown).toMatchObject({
        status: 200,
        target: `/items/${item}`,
        operation: { path: "/items/{id}" },
      });
      expect(shown.answer.body?.text).toBe(answer.text);
    }
  });

  test("an error with its causes, found by its status and path", async () => {
    const refused = await post("/questions", { as: users.buyer_mla, body: {} });
    expect(await details(idOf(refused))).toMatchObject({
      status: 400,
      error: { error: "invalid_post_body", cause: [expect.anything(), expect.anything()] },
    });
    const found = await get("/_sandbox/requests?status=4xx&path=/questions&method=POST&limit=100", {
      token: admin,
    });
    const ids = found.json<{ results: Details[] }>().results.map(({ id }) => id);
    expect(ids).toContain(idOf(refused));
  });

  test("a replay asks again with the credential that the first one had", async () => {
    const person = await newUser();
    const first = idOf(await get(`/users/me?access_token=${person.access_token}`));
    const replayed = await post(`/_sandbox/requests/${first}/replay`, { token: admin });
    expect(replayed.status).toBe(201);
    const shown = replayed.json<Details>();
    expect(shown).toMatchObject({ replay_of: first, status: 200, user_id: person.id });
    expect(shown.id).not.toBe(first);
    expect(replayed.text).not.toContain(person.access_token);
  });

  test("as a command and as an archive", async () => {
    const seller = await newUser();
    const asked = await get("/users/me", { as: seller });
    const command = await get(`/_sandbox/requests/${idOf(asked)}/curl`, { token: admin });
    expect(command.text).toMatch(/^curl 'http.*\/users\/me'/);
    expect(command.text).toContain('-H "Authorization: Bearer $ACCESS_TOKEN"');
    const archive = await get("/_sandbox/requests.har?path=/users/me", { token: admin });
    expect(archive.text).not.toContain(seller.access_token);
    const { log } = archive.json<{ log: { version: string; entries: { _id: string }[] } }>();
    expect(log.version).toBe("1.2");
    expect(log.entries.map(({ _id }) => _id)).toContain(idOf(asked));
  });

  test("paths that do not exist are counted", async () => {
    const word = `gone_${crypto.randomUUID().replaceAll("-", "_")}`;
    for (const id of [1, 22]) await get(`/${word}/${id}/parts`, { as: users.buyer_mla });
    const unserved = async (offset: number) =>
      (await get(`/_sandbox/unserved?limit=100&offset=${offset}`, { token: admin })).json<{
        paging: { total: number };
        results: unknown[];
      }>();
    const all: unknown[] = [];
    for (let page = await unserved(0); page.results.length > 0; page = await unserved(all.length))
      all.push(...page.results);
    expect(all).toContainEqual({
      method: "GET",
      path: `/${word}/{id}/parts`,
      count: 2,
      example: `/${word}/22/parts`,
      last_at: expect.any(String),
    });
  });

  test("are those of that world alone, also where a form's credential says which", async () => {
    const world = await newWorld();
    const { client_id, client_secret } = world.applications.default;
    const form = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
    const granted = await post("/oauth/token", { body: form });
    expect({ status: granted.status, text: granted.text }).toMatchObject({ status: 200 });
    const path = `/requests/${idOf(granted)}`;
    const shown = (await ask("GET", `${path}?world=${world.world.id}`)).json<Details>();
    expect(shown.request.body?.text).toContain("client_secret=***");
    expect(shown.answer.body?.text).toContain('"access_token":"***"');
    expect(shown.request.body?.text).not.toContain(client_secret);
    expectProblem(await ask("GET", path), 404, "not_found");
    const replayed = await ask("POST", `${path}/replay?world=${world.world.id}`);
    expect(replayed.json()).toMatchObject({ status: 200, replay_of: idOf(granted) });
    await ask("POST", `/worlds/${world.world.id}/reset`);
    expectProblem(await ask("GET", `${path}?world=${world.world.id}`), 404, "not_found");
  });

  test("need the admin token", async () => {
    const paths = [
      "GET /requests",
      "GET /requests/x",
      "GET /requests/x/curl",
      "POST /requests/x/replay",
      "GET /requests.har",
      "GET /unserved",
      "GET /notifications",
      "GET /notifications/x",
      "POST /notifications/x/resend",
      "GET /stream",
      "GET /receivers",
      "PUT /receivers/x",
      "GET /receivers/x",
      "DELETE /receivers/x",
    ];
    for (const one of paths) {
      const [method = "", path = ""] = one.split(" ");
      expectProblem(await send(method, `/_sandbox${path}`), 403, "access_token_not_granted");
      expectProblem(await send(method, `/_sandbox${path}`, { as: users.operator }), 401, "invalid_token");
    }
    expectProblem(
      await get("/_sandbox/requests/none", { token: admin }),
      404,
      "not_found",
      "Request not found: none",
    );
  });
});
