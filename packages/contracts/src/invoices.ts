import type { Implementation } from "./contract.ts";
import { describeCall } from "./describe.ts";

export const invoicesContract = { describe: describeCall } as const;

/** What invoices-service does for the other services. */
export type InvoicesRpc = Implementation<typeof invoicesContract>;
