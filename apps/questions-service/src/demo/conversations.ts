import type { ItemSummary } from "@marketplace/contracts";
import { periodAt } from "../response-time/periods.rules.ts";
import { phrases } from "./phrases.ts";

/** A row of the questions table. */
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

interface DemoData {
  items: readonly ItemSummary[];
  askers: readonly number[];
  applicationId: number;
  timeZones: ReadonlyMap<string, string>;
  now: Date;
}

const days = 30;
const day = 24 * 3_600_000;

/** A linear congruential generator with a fixed seed, so that the demo is the same every time. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface ScheduledQuestion {
  item: ItemSummary;
  asker: number;
  first: boolean;
  /** Milliseconds since the epoch. */
  askedAt: number;
}

/**
 * Decides who asks about what, and when. Response times look at first questions of the last 14 days, so each
 * buyer's first question on an item lies anywhere in the 30 days. Further questions of the buyer come after
 * it.
 */
function schedule(
  { items, askers, now }: DemoData,
  count: number,
  random: () => number,
): ScheduledQuestion[] {
  const end = now.getTime();
  const firsts = items.flatMap((item) =>
    askers
      .filter((asker) => asker !== item.seller_id)
      .map(
        (asker): ScheduledQuestion => ({ item, asker, first: true, askedAt: end - random() * days * day }),
      ),
  );
  const further = Array.from({ length: Math.max(0, count - firsts.length) }, (_, index) => {
    const first = firsts[index % firsts.length];
    return first
      ? [{ ...first, first: false, askedAt: first.askedAt + random() * (end - first.askedAt) }]
      : [];
  });
  return [...firsts, ...further.flat()].sort((a, b) => a.askedAt - b.askedAt);
}

/** A few thousand questions over the last 30 days, most of them answered after minutes or hours. */
export function conversations(data: DemoData, count: number): DemoQuestion[] {
  const random = randomNumbers(20_261);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  return schedule(data, count, random).map(({ item, asker, first, askedAt }): DemoQuestion => {
    const { questions, answers } = phrases[item.site_id === "MLB" ? "pt" : "es"];
    const waited = random() ** 3 * 20 * 3_600_000 + 120_000;
    const answered = random() < 0.85 && askedAt + waited < data.now.getTime();
    const createdAt = new Date(askedAt);
    return {
      item_id: item.id,
      site_id: item.site_id,
      seller_id: item.seller_id,
      asker_id: asker,
      application_id: data.applicationId,
      status: answered ? "ANSWERED" : item.status === "closed" ? "CLOSED_UNANSWERED" : "UNANSWERED",
      text: pick(questions) ?? "",
      vehicle: item.vehicle,
      first_on_item: first,
      period: periodAt(createdAt, data.timeZones.get(item.site_id) ?? "UTC"),
      answer_text: answered ? (pick(answers) ?? "") : null,
      answered_at: answered ? new Date(askedAt + waited).toISOString() : null,
      created_at: createdAt.toISOString(),
    };
  });
}
