type Wire = Record<string, unknown>;

/** A user that resources name, with what they say of them. */
export interface Mentioned extends Wire {
  id: number;
  site_id: string;
}

interface Lists {
  items: readonly Wire[];
  questions: readonly Wire[];
  orders: readonly Wire[];
  subscriptions: readonly Wire[];
}

/** The users that resources name as sellers, askers, buyers and subscribers, each once. */
export function mentionedIn({ items, questions, orders, subscriptions }: Lists): Mentioned[] {
  const found = new Map<number, Mentioned>();
  /** `of` is what they trade, whose id begins with the site. */
  const add = (user: Wire, of: unknown) => {
    const { id } = user;
    if (typeof id === "number")
      found.set(id, { site_id: String(of).slice(0, 3), ...found.get(id), ...profileOf(user), id });
  };
  for (const { id, seller_id } of items) add({ id: seller_id }, id);
  for (const { item_id, seller_id, buyer_id, from } of questions)
    for (const user of [{ id: seller_id }, { id: buyer_id }, Object(from)]) add(user, item_id);
  for (const { seller, buyer, order_items } of orders) {
    const [line] = Array.isArray(order_items) ? order_items : [];
    for (const user of [seller, buyer]) add(Object(user), Object(Object(line).item).id);
  }
  for (const { user_id, site_id } of subscriptions) add({ id: user_id }, site_id);
  return [...found.values()];
}

const told = ["nickname", "first_name", "last_name", "email", "phone"];

function profileOf(user: Wire): Wire {
  const { doc_type: type, doc_number: number } = Object(user.billing_info) as Wire;
  return {
    ...Object.fromEntries(told.flatMap((name) => (user[name] == null ? [] : [[name, user[name]]]))),
    ...(typeof number === "string" && { identification: { type, number } }),
  };
}
