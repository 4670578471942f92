import { describeCall, type Implementation } from "./contract.ts";
import { vitalsCall } from "./vitals.ts";

export const invoicesContract = { describe: describeCall, vitals: vitalsCall } as const;

export type InvoicesRpc = Implementation<typeof invoicesContract>;
