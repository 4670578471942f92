import type { InvoicesRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import { resources } from "./resources.ts";

/** What invoices-service does for the other services. */
export const invoicesRpc = (): InvoicesRpc => ({ describe: async () => openApiFragment(resources) });
