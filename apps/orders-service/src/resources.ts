import { notes } from "./notes/notes.resource.ts";
import { orders } from "./orders/orders.resource.ts";
import { packs } from "./packs/packs.resource.ts";
import { payments } from "./payments/payments.resource.ts";

/** The public resources of orders-service. */
export const resources = [orders, packs, payments, notes];
