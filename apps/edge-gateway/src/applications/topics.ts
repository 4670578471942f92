/** What an application can subscribe to (decisions 2.3). */
export const topics = ["questions", "invoices", "messages", "items", "orders", "shipments"] as const;
export type Topic = (typeof topics)[number];
