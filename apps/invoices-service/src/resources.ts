import { billingRequests } from "./billing-requests/billing-requests.resource.ts";
import { fiscalDocuments } from "./fiscal-documents/fiscal-documents.resource.ts";
import { reconciliations } from "./reconciliations/reconciliations.resource.ts";

/** The public resources of invoices-service. */
export const resources = [fiscalDocuments, billingRequests, reconciliations];
