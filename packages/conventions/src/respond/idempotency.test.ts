import { text as streamText } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { kit } from "../declare/declare.ts";
import type { IdempotencyScope, IdempotencyStore, StoredAnswer } from "../declare/idempotency-store.ts";
import { problemCatalog } from "../declare/problem.ts";
import { appOf, notesApp, served, writer } from "../testing.ts";

/** Keeps promises of answers: a parallel duplicate waits for the first. */
function memoryStore(): IdempotencyStore {
  const kept = new Map<string, { bodyHash: string; answer: Promise<StoredAnswer> }>();
  return {
    async run({ bodyHash, ...scope }: IdempotencyScope, attempt) {
      const name = JSON.stringify(scope);
      const present = kept.get(name);
      if (present && present.bodyHash !== bodyHash) return { kind: "conflict" };
      if (present) return { kind: "stored", answer: await present.answer };
      const answer = attempt(async (change) => {
        const made = await change();
        return made.finish ? made.finish() : made.answer;
      });
      kept.set(name, { bodyHash, answer });
      answer.catch(() => kept.delete(name));
      return { kind: "fresh", answer: await answer };
    },
  };
}

const write = (key: string, body: unknown, more: Record<string, string> = {}) => ({
  method: "POST",
  body: JSON.stringify(body),
  headers: { ...writer, "Content-Type": "application/json", "Idempotency-Key": key, ...more },
});

describe("an Idempotency-Key", () => {
  const { fetch } = served(notesApp({ idempotency: memoryStore() }));
  const post = (key: string, body: unknown, more?: Record<string, string>) =>
    fetch("/notes", write(key, body, more));

  it("makes a repetition answer what the first one answered", async () => {
    const first = await post("a", { text: "x" });
    const again = await post("a", { text: "x" });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.text()).toBe(await first.text());
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("with another body is a conflict", async () => {
    await post("b", { text: "x" });
    const answer = await post("b", { text: "y" });
    expect([answer.status, await answer.json()]).toMatchObject([409, { error: "conflict", cause: [] }]);
  });

  it("looks at what the body says, not at how it is written", async () => {
    const first = await post("c", { text: "x" });
    const spelled = await fetch("/notes", { ...write("c", {}), body: '{ "tags": [], "text": "x" }' });
    expect(await spelled.text()).toBe(await first.text());
  });

  it("does not look at a trailing slash", async () => {
    const first = await post("slash", { text: "x" });
    const again = await fetch("/notes/", write("slash", { text: "x" }));
    expect(await again.text()).toBe(await first.text());
  });

  it("belongs to its caller", async () => {
    const first = (await (await post("d", { text: "x" })).json()) as { id: number };
    const other = await post("d", { text: "y" }, { Authorization: "Bearer 8:write" });
    expect(other.status).toBe(201);
    expect(await other.json()).not.toMatchObject({ id: first.id });
  });

  it("sent twice at once creates once", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => post("e", { text: "x" })));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
  });

  it.each(["", "a b", "é", "x".repeat(256)])("of the wrong form is 400: %j", async (key) => {
    const answer = await post(key, { text: "x" });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: "bad_request", cause: [{ references: ["header.idempotency-key"] }] },
    ]);
  });

  it("does not stand before the checks of the request", async () => {
    const answer = await post("f", { text: "" });
    expect(answer.status).toBe(400);
    expect((await post("f", { text: "x" })).status).toBe(201);
  });
});

describe("an operation that keeps answers", () => {
  const problems = problemCatalog({ full: { status: 409, error: "conflict", message: "Full" } });
  const { operation, publicOperation, resource } = kit<{ calls: number }>();
  const spec = { method: "POST", summary: "s", body: z.strictObject({}), creates: true } as const;
  const count = (_: unknown, deps: { calls: number }) => {
    deps.calls += 1;
    if (deps.calls === 1) throw problems.full();
    return { calls: deps.calls };
  };
  const counters = resource({
    name: "Counters",
    description: "d",
    fields: z.object({}),
    operations: [
      operation({ id: "a", path: "/mine", ...spec, errors: [problems.full], handle: count }),
      publicOperation({ id: "b", path: "/open", ...spec, handle: count }),
      operation({ id: "c", path: "/unkept", ...spec, creates: false, handle: count }),
    ],
  });
  const { fetch } = served(appOf([counters], { calls: 0 }, { idempotency: memoryStore() }));
  const calls = async (path: string) => (await fetch(path, write("k", {}))).json();

  it("does not keep errors", async () => {
    expect(await calls("/mine")).toMatchObject({ status: 409 });
    expect(await calls("/mine")).toEqual({ calls: 2 });
    expect(await calls("/mine")).toEqual({ calls: 2 });
  });

  it("does not look at the keys of strangers, who have nothing in common", async () => {
    const anonymous = { method: "POST", body: "{}", headers: { "Idempotency-Key": "k" } };
    const json = { ...anonymous, headers: { ...anonymous.headers, "Content-Type": "application/json" } };
    expect(await (await fetch("/open", json)).json()).toEqual({ calls: 3 });
    expect(await (await fetch("/open", json)).json()).toEqual({ calls: 4 });
  });

  it("ignores the header where it does not create", async () => {
    expect(await calls("/unkept")).toEqual({ calls: 5 });
    expect(await calls("/unkept")).toEqual({ calls: 6 });
  });
});

describe("a form that is sent instead of JSON", () => {
  const { operation, resource } = kit<{ made: string[] }>();
  const forms = resource({
    name: "Forms",
    description: "d",
    fields: z.object({}),
    operations: [
      operation({
        id: "createOfForm",
        method: "POST",
        path: "/forms",
        summary: "s",
        body: z.strictObject({ text: z.string() }),
        orForm: z.object({ text: z.string() }),
        status: 201,
        creates: "in steps",
        async handle({ body, http: { req }, once, oncePerForm }, { made }) {
          const step = (text: string) => ({ change: async () => made.push(text), answer: () => ({ text }) });
          if (body) return once(step(body.text));
          const text = /^x=(.*)$/m.exec(await streamText(req))?.[1] ?? "";
          return oncePerForm(text, (onceOfForm) => onceOfForm(step(text)));
        },
      }),
    ],
  });
  const deps = { made: [] as string[] };
  const { fetch } = served(appOf([forms], deps, { idempotency: memoryStore() }));
  const send = (text: string, headers: Record<string, string>) =>
    fetch("/forms", {
      method: "POST",
      body: `x=${text}`,
      headers: { ...writer, "Content-Type": "multipart/form-data; boundary=b", ...headers },
    });

  it("is done once per key, and is a conflict when it says something else", async () => {
    const key = { "Idempotency-Key": "form" };
    const [first, again] = [await send("one", key), await send("one", key)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect([await first.json(), await again.json()]).toEqual([{ text: "one" }, { text: "one" }]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await send("two", key)).status).toBe(409);
    expect((await fetch("/forms", write("form", { text: "one" }))).status).toBe(409);
    expect(deps.made).toEqual(["one"]);
  });

  it("is done each time without a key", async () => {
    deps.made.length = 0;
    expect([(await send("one", {})).status, (await send("one", {})).status]).toEqual([201, 201]);
    expect(deps.made).toEqual(["one", "one"]);
  });
});

describe("an operation that creates in steps", () => {
  const { operation, resource } = kit<{ prepared: (string | undefined)[]; changes: number }>();
  const spec = { method: "POST", summary: "s", body: z.strictObject({}), status: 201 } as const;
  const steps = resource({
    name: "Steps",
    description: "d",
    fields: z.object({}),
    operations: [
      operation({
        id: "inSteps",
        path: "/steps",
        ...spec,
        creates: "in steps",
        async handle({ once, sameAs }, deps) {
          deps.prepared.push(sameAs);
          return once({
            change: async () => {
              deps.changes += 1;
              return { number: deps.changes, finished: false };
            },
            finish: async (done) => ({ ...done, finished: true }),
            answer: (done) => done,
          });
        },
      }),
      operation({
        id: "forgetful",
        path: "/forgetful",
        ...spec,
        creates: "in steps",
        handle: () => ({ number: 0 }),
      }),
    ],
  });
  const deps = { prepared: [] as (string | undefined)[], changes: 0 };
  const { fetch } = served(appOf([steps], deps, { idempotency: memoryStore() }));
  const step = (key: string, headers = {}) => fetch("/steps", write(key, {}, headers));

  it("answers what was finished after its change, and to a repetition the same", async () => {
    expect(await (await step("a")).json()).toEqual({ number: 1, finished: true });
    const again = await step("a");
    expect([again.status, await again.json()]).toEqual([201, { number: 1, finished: true }]);
    expect(deps.changes).toBe(1);
  });

  it("knows a request and its repetitions by one word, and nothing else by it", async () => {
    deps.prepared = [];
    await step("b");
    await step("c");
    await step("b", { Authorization: "Bearer 8:write" });
    expect(new Set(deps.prepared).size).toBe(3);
    expect(deps.prepared).not.toContain(undefined);
  });

  it("works without a key too, and is then like no other", async () => {
    deps.prepared = [];
    const { "Idempotency-Key": _, ...headers } = write("", {}).headers;
    const answer = await fetch("/steps", { ...write("", {}), headers });
    expect(await answer.json()).toMatchObject({ finished: true });
    expect(deps.prepared).toEqual([undefined]);
  });

  it("that makes its change elsewhere is 500, and no second change later", async () => {
    expect((await fetch("/forgetful", write("d", {}))).status).toBe(500);
  });
});
