import { expect, test } from "vitest";
import { forEachRow } from "./each-row.ts";

const rows = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id }));
const page = async (after: { id: number } | undefined) =>
  rows.filter(({ id }) => id > (after?.id ?? 0)).slice(0, 2);

test("rows that fail, though they fill pages, do not keep the others from their turn", async () => {
  const worked: number[] = [];
  const told: unknown[] = [];
  const done = await forEachRow({
    page,
    async work({ id }) {
      if (id <= 4) throw new Error(`not ${id}`);
      worked.push(id);
    },
    failed: (err, { id }) => told.push([id, String(err)]),
  });
  expect([done, worked]).toEqual([3, [5, 6, 7]]);
  expect(told).toEqual([1, 2, 3, 4].map((id) => [id, `Error: not ${id}`]));
});

const outage = () => Object.assign(new Error("orders-service is away"), { unavailable: true });

test("an outage ends the run, not every row waits for it", async () => {
  const tried: number[] = [];
  const told: number[] = [];
  const run = forEachRow({
    page,
    async work({ id }) {
      tried.push(id);
      if (id > 1) throw outage();
    },
    failed: (_, { id }) => told.push(id),
  });
  await expect(run).rejects.toThrow("orders-service is away");
  expect(tried).toEqual([1, 2, 3, 4]);
  expect(told).toEqual([2, 3]);
});

test("an outage of one place ends the work there, and the run when the others have had their turn", async () => {
  const places = ["MLA", "MLA", "MLA", "MLB", "MLA", "MLC", "MLA"];
  const tried: number[] = [];
  const told: number[] = [];
  const run = forEachRow({
    page,
    place: ({ id }) => places[id - 1] ?? "",
    async work({ id }) {
      tried.push(id);
      if (places[id - 1] === "MLA") throw outage();
    },
    failed: (_, { id }) => told.push(id),
  });
  await expect(run).rejects.toThrow("orders-service is away");
  expect(tried).toEqual([1, 2, 3, 4, 6]);
  expect(told).toEqual([1, 2]);
});

test("a row for which a service never answers in time keeps no other from its turn", async () => {
  const work = async ({ id }: { id: number }) => {
    if (id % 3 !== 0) throw outage();
  };
  expect(await forEachRow({ page, work, failed: () => {} })).toBe(2);
});

test("no row begins after the signal aborts", async () => {
  const stopping = new AbortController();
  const worked: number[] = [];
  const work = async ({ id }: { id: number }) => {
    worked.push(id);
    if (id === 3) stopping.abort();
  };
  const failed = () => {};
  expect(await forEachRow({ page, work, failed, signal: stopping.signal })).toBe(3);
  expect(worked).toEqual([1, 2, 3]);
  expect(await forEachRow({ page, work, failed, signal: stopping.signal })).toBe(0);
});

test("a list that cannot be read ends the run", async () => {
  const run = forEachRow({
    page: () => Promise.reject(new Error("the database is away")),
    work: async () => {},
    failed: () => {},
  });
  await expect(run).rejects.toThrow("away");
});
