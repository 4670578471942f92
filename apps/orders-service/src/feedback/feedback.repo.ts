import { toId } from "@marketplace/database";
import type { OrdersDatabase, Prisma } from "@marketplace/database/orders";
import type { Rating, Side } from "./feedback.rules.ts";

type Row = Prisma.FeedbackGetPayload<object>;

/** What one side of an order says of the other: its row, with numbers. */
export interface Feedback extends Omit<Row, "id" | "orderId" | "side" | "rating"> {
  id: number;
  orderId: number;
  side: Side;
  rating: Rating;
}

export type NewFeedback = Omit<Feedback, "id" | "reply" | "modified" | "visibleAt">;
type Changes = Partial<
  Pick<Feedback, "fulfilled" | "rating" | "reason" | "message" | "restockItem" | "modified">
>;

export type FeedbackRepo = ReturnType<typeof createFeedbackRepo>;

/** Feedback of orders. Every call takes part in the ambient transaction. */
export function createFeedbackRepo(db: OrdersDatabase) {
  const table = () => db.current().feedback;
  return {
    async find(id: number): Promise<Feedback | undefined> {
      const row = await table().findUnique({ where: { id } });
      return row ? toFeedback(row) : undefined;
    },
    async holds(id: number): Promise<boolean> {
      return (await db.query("SELECT FROM feedback WHERE id = $1", [id])).length > 0;
    },
    /** Of both sides of the orders. */
    async ofOrders(orderIds: readonly number[]): Promise<Feedback[]> {
      const where = { orderId: { in: orderIds.map(BigInt) } };
      return (await table().findMany({ where, orderBy: { id: "asc" } })).map(toFeedback);
    },
    /** `undefined` when the side of the order has given its feedback already: a constraint says so. */
    async add(feedback: NewFeedback): Promise<Feedback | undefined> {
      const [row] = await table().createManyAndReturn({ data: [feedback], skipDuplicates: true });
      return row && toFeedback(row);
    },
    /** Shows both sides of an order what the other says. */
    async show(orderId: number, at: Date): Promise<void> {
      await table().updateMany({ where: { orderId, visibleAt: null }, data: { visibleAt: at } });
    },
    async change(id: number, changes: Changes): Promise<Feedback> {
      return toFeedback(await table().update({ where: { id }, data: changes }));
    },
    /** `false` when there is a reply already: one of two at once wins. */
    async reply(id: number, reply: string): Promise<boolean> {
      return (await table().updateMany({ where: { id, reply: null }, data: { reply } })).count > 0;
    },
  };
}

const toFeedback = (row: Row): Feedback => ({
  ...row,
  id: toId(row.id),
  orderId: toId(row.orderId),
  // The database checks both.
  side: row.side as Side,
  rating: row.rating as Rating,
});
