import { describe, expect, test } from "vitest";
import { get } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { applications, users } from "../api/world.ts";

const browser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("the first page", () => {
  test("gives a browser what it needs to try the sandbox: users, tokens, the application", async () => {
    const page = await get("/?plain", { headers: browser });
    expect(page.status).toBe(200);
    for (const { id, nickname, access_token } of Object.values(users))
      for (const shown of [`${id}`, nickname, access_token]) expect(page.text).toContain(shown);
    const { client_id, client_secret, webhook_secret } = applications.default;
    for (const shown of [client_id, client_secret, webhook_secret]) expect(page.text).toContain(shown);
  });

  test("is the console, which is led to, where it was built", async () => {
    const answer = await get("/", { headers: browser });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/console"]);
    expect((await get("/console", { headers: browser })).text).toContain('<div id="root">');
    const settings = await get("/console/settings.json", {});
    expect(settings.json()).toMatchObject({ base_url: expect.any(String), client_id: expect.any(String) });
  });

  test("is not for programs, which get what any unknown path answers", async () => {
    const answer = await get("/", {});
    expectProblem(answer, 404, "resource not found", "Resource not found: GET /");
  });

  test("has an icon", async () => {
    const icon = await get("/favicon.ico", {});
    expect(icon.status).toBe(200);
    expect(icon.headers.get("content-type")).toBe("image/svg+xml");
  });
});
