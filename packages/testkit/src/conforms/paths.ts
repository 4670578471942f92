import { describeResource } from "@marketplace/conventions";
import { expect, it } from "vitest";
import { callers } from "../callers.ts";
import { expectSame } from "./expectations.ts";
import { type AnyOperation, pathOf, type Subject } from "./subject.ts";

const verbs = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"];
const wordsOf = (list: string | undefined): string[] => (list ?? "").split(", ").toSorted();

/** Tests of one path, independent of its operations: wrong methods, OPTIONS, request id, CORS. */
export function testPath(subject: Subject, template: string, operations: readonly AnyOperation[]): void {
  const { http, resource } = subject;
  const path = pathOf(template, {});
  const declared = operations.map(({ method }) => method as string);
  const allowed = [...declared, "OPTIONS", ...(declared.includes("GET") ? ["HEAD"] : [])];

  it(`${template} answers 405 to every other method, before any token`, async () => {
    for (const method of verbs.filter((verb) => !allowed.includes(verb))) {
      const answer = await http.request(method, path, { as: callers.none });
      if (method === "HEAD") expect(answer.status).toBe(405);
      else expectSame(subject, answer, { status: 405, error: "method_not_allowed" });
      expect(wordsOf(answer.headers.allow)).toEqual(allowed.toSorted());
    }
  });

  it(`${template} describes the resource to OPTIONS, without a token`, async () => {
    const answer = await http.options(path);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual(describeResource(resource));
    expect(wordsOf(answer.headers.allow)).toEqual(allowed.toSorted());
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  it(`${template} answers a CORS preflight`, async () => {
    const headers = { Origin: "https://example.com", "Access-Control-Request-Method": declared[0] ?? "GET" };
    const answer = await http.options(path, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(answer.headers["access-control-allow-methods"]).toContain(declared[0]);
    expect(answer.headers["access-control-allow-headers"]).toContain("Authorization");
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  });

  it(`${template} echoes a request id that is well-formed and mints one otherwise`, async () => {
    const echoed = await http.options(path, { headers: { "X-Request-Id": "conforms_1.a-b" } });
    expect(echoed.headers["x-request-id"]).toBe("conforms_1.a-b");
    const minted = await http.options(path, { headers: { "X-Request-Id": "not well-formed" } });
    expect(minted.headers["x-request-id"]).toMatch(/^[\w.-]{1,128}$/);
  });
}

export function testDeclaration({ resource }: Subject): void {
  it("says in words what each field and operation is", () => {
    const { attributes, methods, connections } = describeResource(resource);
    for (const [name, words] of Object.entries(attributes)) expect([name, words]).not.toEqual([name, name]);
    for (const { description, example } of methods) {
      expect(description).not.toBe("");
      expect(example).toMatch(/^\//);
    }
    for (const path of Object.values(connections)) expect(path).toMatch(/^\//);
    expect(resource.description).not.toBe("");
  });

  it("takes Idempotency-Key wherever a JSON POST creates", () => {
    const unkept = resource.operations.filter(
      ({ method, status, body, upload, creates }) =>
        method === "POST" && status === 201 && body && !upload && !creates,
    );
    expect(unkept.map(({ id }) => id)).toEqual([]);
  });

  it("gives each operation an example path of its own template", () => {
    for (const { example, path } of resource.operations) {
      const pattern = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, "[^/]+");
      expect((example ?? path).split("?")[0]).toMatch(new RegExp(`^${pattern}/?$`));
      // A template is not an example: clients would send the placeholders.
      expect(example ?? path).not.toMatch(/[{}]/);
    }
  });
}
