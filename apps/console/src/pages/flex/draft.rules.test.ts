import { expect, it } from "vitest";
import { delivery } from "./delivery.rules.ts";
import { following } from "./draft.rules.ts";

const stored = (to: number, capacity = 20) => ({
  delivery_window: "next_day" as const,
  delivery_ranges: { week: [{ from: 9, to, cutoff: 9, capacity }], saturday: null, sunday: null },
});
const [first, read, other] = [stored(18), stored(18), stored(20)];
const of = (base: typeof first) => ({ base, draft: delivery.draftOf(base) });
const edited = { base: first, draft: { ...delivery.draftOf(first), capacity: 30 } };

it("a draft without changes follows what is stored", () => {
  expect(following(of(first), other, delivery)).toEqual(of(other));
  expect(following(of(first), first, delivery)).toEqual(of(first));
});

it("a draft with changes is sent with the ETag of a read that is alike, and of no other", () => {
  expect(following(edited, read, delivery)).toEqual({ base: read, draft: edited.draft });
  expect(following(edited, read, delivery).base).toBe(read);
  expect(following(edited, other, delivery)).toBe(edited);
});

it("a draft that was saved is what is stored", () => {
  expect(following(edited, stored(18, 30), delivery)).toEqual(of(stored(18, 30)));
});

it("its changes can be made to what others saved", () => {
  expect(delivery.moved(edited, other)).toEqual({ ...delivery.draftOf(other), capacity: 30 });
});

it("a draft that was saved is what is stored, in whatever order its ranges were added", () => {
  const [early, late] = [
    { from: 8, to: 10, cutoff: 7 },
    { from: 10, to: 20, cutoff: 9 },
  ];
  const of = (...week: (typeof early)[]) => ({
    ...first,
    delivery_ranges: { ...first.delivery_ranges, week: week.map((range) => ({ ...range, capacity: 20 })) },
  });
  const saved = of(early, late);
  const draft = {
    ...delivery.draftOf(first),
    ranges: { ...delivery.draftOf(first).ranges, week: [late, early] },
  };
  expect(delivery.isChanged(saved, draft)).toBe(false);
  expect(following({ base: of(late), draft }, saved, delivery).draft).toEqual(delivery.draftOf(saved));
});
