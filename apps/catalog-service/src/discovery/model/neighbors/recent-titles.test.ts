import { expect, test } from "vitest";
import { Overlay } from "./recent-titles.ts";

test("a title votes for its category as soon as it is added", () => {
  const overlay = new Overlay();
  expect(overlay.votes("Termo acero")).toBeUndefined();
  overlay.add({ title: "Termo de acero", categoryId: "thermos" });
  expect(overlay.votes("TERMOS acero")?.[0]?.categoryId).toBe("thermos");
});

test("of a title that is labeled again the latest label counts, and it takes no further place", () => {
  const overlay = new Overlay(2);
  overlay.add({ title: "Termo de acero", categoryId: "straws" });
  overlay.add({ title: "Bombilla plana", categoryId: "straws" });
  overlay.add({ title: "Termo de acero", categoryId: "thermos" });
  expect(overlay.size).toBe(2);
  expect(overlay.votes("termo acero de")).toEqual([{ categoryId: "thermos", strength: 1 }]);
  overlay.add({ title: "Yerba", categoryId: "yerba" });
  overlay.add({ title: "Termo de acero", categoryId: "thermos" });
  expect(overlay.votes("bombilla plana")).toBeUndefined();
});

test("the same words in any order are the full strength", () => {
  const overlay = new Overlay();
  overlay.add({ title: "Termo de acero", categoryId: "thermos" });
  overlay.add({ title: "Bombilla plana", categoryId: "straws" });
  expect(overlay.votes("acero termo de")).toEqual([{ categoryId: "thermos", strength: 1 }]);
});

test("a closer title is a stronger vote", () => {
  const overlay = new Overlay();
  overlay.add({ title: "Termo de acero", categoryId: "thermos" });
  overlay.add({ title: "Bombilla plana de alpaca", categoryId: "straws" });
  const strength = (title: string) => overlay.votes(title)?.[0]?.strength ?? 0;
  expect(strength("termo acero")).toBeGreaterThan(strength("termo verde grande"));
});

test("beyond its capacity the oldest titles are forgotten", () => {
  const overlay = new Overlay(2);
  for (const word of ["uno", "dos", "tres"]) overlay.add({ title: word, categoryId: word });
  expect(overlay.size).toBe(2);
  expect(overlay.votes("uno")).toBeUndefined();
  expect(overlay.votes("tres")?.[0]?.categoryId).toBe("tres");
});

test("a word in very many recent titles is known but does not vote", () => {
  const overlay = new Overlay();
  for (let i = 0; i < 1_000; i++) overlay.add({ title: `oferta ${i}`, categoryId: "any" });
  expect(overlay.votes("oferta")).toEqual([]);
});

test("a title without words is ignored", () => {
  const overlay = new Overlay();
  overlay.add({ title: "!!!", categoryId: "none" });
  expect(overlay.size).toBe(0);
});
