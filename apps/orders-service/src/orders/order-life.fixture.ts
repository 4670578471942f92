import { buyer, type ordersService } from "../orders.fixture.ts";
import type { OrderWire } from "./orders.schema.ts";

type Service = Awaited<ReturnType<typeof ordersService>>;
type Person = typeof buyer;

/** Requests about the life of orders. */
export function lifeOf({ http }: Service) {
  const readAs = async (as: Person, id: number): Promise<OrderWire> =>
    (await http.get(`/orders/${id}`, { as })).json<OrderWire>();
  const ask = (method: "POST" | "PUT", path: string) => (as: Person, id: number, body: object) =>
    http[method === "POST" ? "post" : "put"](path.replace("{id}", String(id)), { as, body });
  return {
    /** Buys items and gives their orders. */
    async buy(items: string[], choice: object = {}): Promise<OrderWire[]> {
      const lines = items.map((id) => ({ id, quantity: 1 }));
      const answer = await http.post("/orders", { as: buyer, body: { items: lines, ...choice } });
      if (answer.status !== 201) throw new Error(`the purchase failed: ${answer.text}`);
      return answer.json<{ orders: OrderWire[] }>().orders;
    },
    /** Buys one item, 100.5 and 6000 for shipping. */
    async buyOne(status = "approved", item = "MLA100"): Promise<{ id: number; payment: number }> {
      const [order] = await this.buy([item], { payment: { status } });
      if (!order) throw new Error("nothing was bought");
      return { id: order.id, payment: order.payments[0]?.id ?? 0 };
    },
    readAs,
    read: (id: number) => readAs(buyer, id),
    change: ask("PUT", "/orders/{id}"),
    cancel: (as: Person, id: number) => ask("PUT", "/orders/{id}")(as, id, { status: "cancelled" }),
    pay: ask("POST", "/orders/{id}/payments"),
    move: ask("PUT", "/payments/{id}"),
    refund: ask("POST", "/payments/{id}/refunds"),
  };
}
