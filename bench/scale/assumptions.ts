/** A figure that nobody measured here, with the reason for it. `--set name=value` tries another one. */
interface Assumption {
  value: number;
  reason: string;
}

/** The marketplace that is asked about, and how its people behave. Rates are of a day. */
export const assumptions = {
  sellers: { value: 1_000_000, reason: "the marketplace that is asked about" },
  items: { value: 300_000_000, reason: "the marketplace that is asked about" },
  questions: { value: 2_000_000, reason: "the marketplace that is asked about, a day" },
  peakFactor: { value: 10, reason: "the highest rate of a day, by its mean; asked about" },
  viewsPerQuestion: { value: 100, reason: "one of a hundred who look at an item asks something" },
  searchesPerView: { value: 0.2, reason: "a buyer opens five items of what a search found" },
  categoriesPerView: { value: 0.5, reason: "a path of categories on every other page" },
  listsPerView: { value: 0.1, reason: "one buyer in ten reads the questions of an item" },
  answersPerQuestion: { value: 0.8, reason: "as in `bench costs`: four of five are answered" },
  purchasesPerQuestion: { value: 1, reason: "as many buy without asking as ask without buying" },
  connectedShare: { value: 0.2, reason: "one seller in five has a program that uses the API" },
  pollsPerConnected: { value: 48, reason: "such a program asks for questions and orders every half hour" },
  changesPerItem: { value: 0.05, reason: "price or stock of an item changes every twenty days" },
  itemLifeDays: { value: 180, reason: "a listing is replaced after half a year" },
  predictionsPerItem: { value: 2, reason: "a title is changed once while an item is listed" },
  uploadsPerPurchase: { value: 1, reason: "every purchase has an invoice" },
  uploadKilobytes: { value: 100, reason: "a PDF of one page" },
  notificationsPerEvent: { value: 1, reason: "one application of the user takes the topic" },
  deliveriesPerSecond: { value: 1_000, reason: "of all gateways together; `notifications` measures it" },
  questionDays: { value: 1_095, reason: "questions are read for three years" },
  purchaseDays: { value: 1_825, reason: "tax law keeps documents for five years" },
  largestSite: { value: 0.4, reason: "of sites of different size one has two fifths of everything" },
  hotShare: { value: 0.1, reason: "of rows and indexes; requests read the recent end" },
  searchServerMs: {
    value: 5,
    reason: "CPU of OpenSearch for a search, all nodes together; not measured here",
  },
  searchServerBytes: { value: 1_500, reason: "of an item on a node of OpenSearch; not measured here" },
  searchHotShare: { value: 0.2, reason: "of an index on OpenSearch; frequent words and their lists" },
  indexBytes: { value: 500, reason: "of an item in the index in the process, at a million items (ADR 14)" },
  feedPerSecond: {
    value: 3_000,
    reason: "changes a second that one process feeds to OpenSearch; not measured here",
  },
} satisfies Record<string, Assumption>;

export type Values = Record<keyof typeof assumptions, number>;

/** The assumptions, some of them changed: `["items=1000000"]`. */
export function valuesOf(changes: readonly string[] = []): Values {
  const values = Object.fromEntries(
    Object.entries(assumptions).map(([name, { value }]) => [name, value]),
  ) as Values;
  for (const change of changes) {
    const [, name = "", text = ""] = /^(\w+)=([\d._]+)$/.exec(change) ?? [];
    const value = Number(text.replaceAll("_", ""));
    if (!(name in assumptions))
      throw new Error(`--set knows ${Object.keys(assumptions).join(", ")}, not ${change}`);
    if (!(value > 0)) throw new Error(`--set ${change}: a number above 0 is needed`);
    values[name as keyof Values] = value;
  }
  return values;
}
