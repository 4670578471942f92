import { expect, test } from "vitest";
import { RecentTitles } from "./recent-titles.ts";

test("a title votes for its category as soon as it is added", () => {
  const recentTitles = new RecentTitles();
  expect(recentTitles.votes("Termo acero")).toBeUndefined();
  recentTitles.add({ title: "Termo de acero", categoryId: "thermos" });
  expect(recentTitles.votes("TERMOS acero")?.[0]?.categoryId).toBe("thermos");
});

test("a title that is labeled again keeps its place and the latest label", () => {
  const recentTitles = new RecentTitles(2);
  recentTitles.add({ title: "Termo de acero", categoryId: "straws" });
  recentTitles.add({ title: "Bombilla plana", categoryId: "straws" });
  recentTitles.add({ title: "Termo de acero", categoryId: "thermos" });
  expect(recentTitles.size).toBe(2);
  expect(recentTitles.votes("termo acero de")).toEqual([{ categoryId: "thermos", strength: 1 }]);
  recentTitles.add({ title: "Yerba", categoryId: "yerba" });
  recentTitles.add({ title: "Termo de acero", categoryId: "thermos" });
  expect(recentTitles.votes("bombilla plana")).toBeUndefined();
});

test("the same words in any order vote with full strength", () => {
  const recentTitles = new RecentTitles();
  recentTitles.add({ title: "Termo de acero", categoryId: "thermos" });
  recentTitles.add({ title: "Bombilla plana", categoryId: "straws" });
  expect(recentTitles.votes("acero termo de")).toEqual([{ categoryId: "thermos", strength: 1 }]);
});

test("a closer title is a stronger vote", () => {
  const recentTitles = new RecentTitles();
  recentTitles.add({ title: "Termo de acero", categoryId: "thermos" });
  recentTitles.add({ title: "Bombilla plana de alpaca", categoryId: "straws" });
  const strength = (title: string) => recentTitles.votes(title)?.[0]?.strength ?? 0;
  expect(strength("termo acero")).toBeGreaterThan(strength("termo verde grande"));
});

test("beyond the capacity the oldest titles are dropped", () => {
  const recentTitles = new RecentTitles(2);
  for (const word of ["uno", "dos", "tres"]) recentTitles.add({ title: word, categoryId: word });
  expect(recentTitles.size).toBe(2);
  expect(recentTitles.votes("uno")).toBeUndefined();
  expect(recentTitles.votes("tres")?.[0]?.categoryId).toBe("tres");
});

test("a stop word is known but does not vote", () => {
  const recentTitles = new RecentTitles();
  for (let i = 0; i < 1_000; i++) recentTitles.add({ title: `oferta ${i}`, categoryId: "any" });
  expect(recentTitles.votes("oferta")).toEqual([]);
});

test("a title without words is ignored", () => {
  const recentTitles = new RecentTitles();
  recentTitles.add({ title: "!!!", categoryId: "none" });
  expect(recentTitles.size).toBe(0);
});
