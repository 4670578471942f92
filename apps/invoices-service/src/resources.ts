import { billingRequests } from "./billing-requests/billing-requests.resource.ts";
import { fiscalDocuments } from "./fiscal-documents/fiscal-documents.resource.ts";

/** The public resources of invoices-service. */
export const resources = [fiscalDocuments, billingRequests];
