import { billingRequests } from "./billing-requests/billing-requests.resource.ts";
import { fiscalDocuments } from "./fiscal-documents/fiscal-documents.resource.ts";
import { orders } from "./orders/orders.resource.ts";
import { packs } from "./packs/packs.resource.ts";

/** Everything invoices-service shows the public. */
export const resources = [orders, packs, fiscalDocuments, billingRequests];
