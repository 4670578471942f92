import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** A storage as tabs have one: keys are properties of it. */
function storageWith(entries: Record<string, string> = {}): Storage {
  const storage = { ...entries } as unknown as Storage;
  const define = (name: string, value: unknown) => Object.defineProperty(storage, name, { value });
  define("getItem", (key: string) => storage[key] ?? null);
  define("setItem", (key: string, text: string) => {
    storage[key] = text;
  });
  define("removeItem", (key: string) => {
    delete storage[key];
  });
  return storage;
}

/** The store as a page has it that was just loaded. */
async function loaded(storage: Storage | undefined) {
  vi.resetModules();
  vi.stubGlobal("sessionStorage", storage);
  return import("./draft-store.ts");
}

let storage: Storage;
beforeEach(() => {
  storage = storageWith({ "console-tab": "{}" });
});
afterEach(() => vi.unstubAllGlobals());

it("finds a draft after the page was reloaded, for its own user only", async () => {
  const before = await loaded(storage);
  before.writeDraft("/1", 7, "Sí");
  before.writeDraft("/1", 8, "No");
  const after = await loaded(storage);
  expect([...after.draftsOf("/1")]).toEqual([
    [7, "Sí"],
    [8, "No"],
  ]);
  expect(after.draftsOf("/2").size).toBe(0);
});

it("drops a draft that is sent or emptied", async () => {
  const { writeDraft, draftsOf } = await loaded(storage);
  writeDraft("/1", 7, "Sí");
  writeDraft("/1", 7, " ");
  expect(draftsOf("/1").size).toBe(0);
  expect(Object.keys(storage)).toEqual(["console-tab"]);
});

it("forgets all drafts, or those of others, and nothing else", async () => {
  const { writeDraft, draftsOf, forgetDrafts } = await loaded(storage);
  writeDraft("/1", 7, "Sí");
  writeDraft("/2", 8, "No");
  forgetDrafts({ but: "/1" });
  expect([draftsOf("/1").size, draftsOf("/2").size]).toEqual([1, 0]);
  forgetDrafts();
  expect(draftsOf("/1").size).toBe(0);
  expect(Object.keys(storage)).toEqual(["console-tab"]);
});

it("tells who shows drafts of each change, and gives them one value until then", async () => {
  const { writeDraft, draftsOf, onDrafts } = await loaded(storage);
  const heard: string[] = [];
  const stop = onDrafts(() => heard.push(draftsOf("/1").get(7) ?? ""));
  expect(draftsOf("/1")).toBe(draftsOf("/1"));
  writeDraft("/1", 7, "S");
  writeDraft("/1", 7, "Sí");
  stop();
  writeDraft("/1", 7, "Sí.");
  expect(heard).toEqual(["S", "Sí"]);
});

it.each(["not JSON", "null", '{"7":"Sí"}', '[["7","Sí"],7,[8]]'])("begins again after %s", async (text) => {
  const { draftsOf } = await loaded(storageWith({ "console-drafts//1": text }));
  expect(draftsOf("/1").size).toBe(0);
});

it("keeps drafts while the page is open where the browser has no storage for it", async () => {
  const { writeDraft, draftsOf } = await loaded(undefined);
  writeDraft("/1", 7, "Sí");
  expect(draftsOf("/1").get(7)).toBe("Sí");
});
