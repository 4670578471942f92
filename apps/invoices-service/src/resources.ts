import { billingRequests } from "./billing-requests/billing-requests.resource.ts";
import { fiscalDocuments } from "./fiscal-documents/fiscal-documents.resource.ts";
import { orders } from "./orders/orders.resource.ts";
import { packs } from "./packs/packs.resource.ts";

/** The public resources of invoices-service. */
export const resources = [orders, packs, fiscalDocuments, billingRequests];
