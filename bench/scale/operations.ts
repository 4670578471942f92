import type { Values } from "./assumptions.ts";
import type { Cost, Measured } from "./measured.ts";

/** The databases: questions are on a server for each site, the others on one server each. */
export type Database = "catalog" | "questions" | "orders" | "invoices" | "gateway";

/** A kind of request, how often it comes on a mean day, and what one costs. */
export interface Operation {
  name: string;
  perDay: number;
  cost: Cost;
  database: Database;
  /** The path of `pnpm bench` whose times have its shape. */
  shape: string;
  /** Bytes that clients send. */
  sentBytes: number;
}

/** What a mean day brings. */
export function operationsOf(of: Values, measured: Measured): Operation[] {
  const { pathCost, itemCost, uploadCost } = measured;
  const views = of.questions * of.viewsPerQuestion;
  const polls = of.sellers * of.connectedShare * of.pollsPerConnected;
  const purchases = of.questions * of.purchasesPerQuestion;
  const newItems = of.items / of.itemLifeDays;
  const small = { sentBytes: 500 };
  return [
    {
      name: "item by id",
      perDay: views,
      cost: pathCost("item"),
      database: "catalog",
      shape: "item",
      ...small,
    },
    {
      name: "category by id",
      perDay: views * of.categoriesPerView,
      cost: pathCost("category"),
      database: "catalog",
      shape: "category",
      ...small,
    },
    {
      name: "item search",
      perDay: views * of.searchesPerView,
      cost: pathCost("search"),
      database: "catalog",
      shape: "search",
      ...small,
    },
    {
      name: "question search",
      perDay: views * of.listsPerView + polls,
      cost: pathCost("questions"),
      database: "questions",
      shape: "questions",
      ...small,
    },
    {
      // Not measured by itself: a page of 50 orders counts as one of 50 questions.
      name: "order search",
      perDay: polls,
      cost: pathCost("questions"),
      database: "orders",
      shape: "questions",
      ...small,
    },
    {
      name: "change of an item",
      perDay: of.items * of.changesPerItem,
      cost: itemCost("POST /items,"),
      database: "catalog",
      shape: "ask",
      ...small,
    },
    {
      name: "new item, in bulk",
      perDay: newItems,
      cost: itemCost("POST /items/bulk"),
      database: "catalog",
      shape: "ask",
      sentBytes: 1_000,
    },
    {
      name: "prediction",
      perDay: newItems * of.predictionsPerItem,
      cost: pathCost("discovery"),
      database: "catalog",
      shape: "discovery",
      ...small,
    },
    {
      name: "question or answer",
      perDay: of.questions * (1 + of.answersPerQuestion),
      cost: pathCost("ask"),
      database: "questions",
      shape: "ask",
      ...small,
    },
    {
      // Not measured by itself: it counts as a new item by itself, a transaction of several rows as well.
      name: "purchase",
      perDay: purchases,
      cost: itemCost("POST /items,"),
      database: "orders",
      shape: "ask",
      ...small,
    },
    {
      name: "upload",
      perDay: purchases * of.uploadsPerPurchase,
      cost: uploadCost(),
      database: "invoices",
      shape: "ask",
      sentBytes: of.uploadKilobytes * 1_000,
    },
  ];
}

/** Notifications of a mean day: of questions, answers and purchases. */
export const notificationsOf = (of: Values): number =>
  of.questions * (1 + of.answersPerQuestion + of.purchasesPerQuestion) * of.notificationsPerEvent;

/** Bytes of rows that are stored when a marketplace is as old as its rows are kept. */
export const storedOf = (of: Values, { rowBytes }: Measured): Record<Database, number> => ({
  catalog: of.items * rowBytes("item"),
  questions: of.questions * of.questionDays * rowBytes("question"),
  orders: of.questions * of.purchasesPerQuestion * of.purchaseDays * rowBytes("purchase"),
  invoices:
    of.questions *
    of.purchasesPerQuestion *
    of.uploadsPerPurchase *
    of.purchaseDays *
    rowBytes("fiscal document"),
  // Two days of notifications that nobody took.
  gateway: 2 * notificationsOf(of) * rowBytes("notification"),
});

/** Bytes of files in the object store. */
export const filesOf = (of: Values): number =>
  of.questions *
  of.purchasesPerQuestion *
  of.uploadsPerPurchase *
  of.purchaseDays *
  of.uploadKilobytes *
  1_000;
