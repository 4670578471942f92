import { billing } from "./billing/billing.resource.ts";
import { feedback } from "./feedback/feedback.resource.ts";
import { attachments } from "./messages/attachments/attachments.resource.ts";
import { messages } from "./messages/messages.resource.ts";
import { actionGuide } from "./messages/options/options.resource.ts";
import { unread } from "./messages/unread.resource.ts";
import { notes } from "./notes/notes.resource.ts";
import { orderSearch } from "./order-search/order-search.resource.ts";
import { orders } from "./orders/orders.resource.ts";
import { packs } from "./packs/packs.resource.ts";
import { payments } from "./payments/payments.resource.ts";

/** The public resources of orders-service. */
export const resources = [
  orderSearch,
  orders,
  packs,
  payments,
  feedback,
  notes,
  billing,
  messages,
  unread,
  actionGuide,
  attachments,
];
