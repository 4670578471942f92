import type { ItemSummary } from "@marketplace/contracts";
import { periodAt } from "../response-time/periods.rules.ts";
import { phrases } from "./phrases.ts";

/** A question as the demo puts it straight into the table. */
export interface DemoQuestion {
  item_id: string;
  site_id: string;
  seller_id: number;
  asker_id: number;
  application_id: number;
  status: "UNANSWERED" | "ANSWERED" | "CLOSED_UNANSWERED";
  text: string;
  vehicle: boolean;
  first_on_item: boolean;
  period: number;
  answer_text: string | null;
  answered_at: string | null;
  created_at: string;
}

interface Scene {
  items: readonly ItemSummary[];
  askers: readonly number[];
  applicationId: number;
  timeZones: ReadonlyMap<string, string>;
  now: Date;
}

const days = 30;
const day = 24 * 3_600_000;

/** Small, seeded and even enough: the demo is the same every time. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Asking {
  item: ItemSummary;
  asker: number;
  first: boolean;
  moment: number;
}

/**
 * Who asks about what, and when: every buyer's first question on an item lies anywhere in the 30 days, so
 * that response times, which look at first questions of 14 days, have something to show; his further ones
 * come after it.
 */
function askings({ items, askers, now }: Scene, count: number, random: () => number): Asking[] {
  const end = now.getTime();
  const firsts = items.flatMap((item) =>
    askers
      .filter((asker) => asker !== item.seller_id)
      .map((asker): Asking => ({ item, asker, first: true, moment: end - random() * days * day })),
  );
  const further = Array.from({ length: Math.max(0, count - firsts.length) }, (_, index) => {
    const first = firsts[index % firsts.length];
    return first ? [{ ...first, first: false, moment: first.moment + random() * (end - first.moment) }] : [];
  });
  return [...firsts, ...further.flat()].sort((a, b) => a.moment - b.moment);
}

/** A few thousand questions over the last 30 days, most of them answered after minutes or hours. */
export function conversations(scene: Scene, count: number): DemoQuestion[] {
  const random = randomNumbers(20_261);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  return askings(scene, count, random).map(({ item, asker, first, moment }): DemoQuestion => {
    const { questions, answers } = phrases[item.site_id === "MLB" ? "pt" : "es"];
    const waited = random() ** 3 * 20 * 3_600_000 + 120_000;
    const answered = random() < 0.85 && moment + waited < scene.now.getTime();
    const createdAt = new Date(moment);
    return {
      item_id: item.id,
      site_id: item.site_id,
      seller_id: item.seller_id,
      asker_id: asker,
      application_id: scene.applicationId,
      status: answered ? "ANSWERED" : item.status === "closed" ? "CLOSED_UNANSWERED" : "UNANSWERED",
      text: pick(questions) ?? "",
      vehicle: item.vehicle,
      first_on_item: first,
      period: periodAt(createdAt, scene.timeZones.get(item.site_id) ?? "UTC"),
      answer_text: answered ? (pick(answers) ?? "") : null,
      answered_at: answered ? new Date(moment + waited).toISOString() : null,
      created_at: createdAt.toISOString(),
    };
  });
}
