import { describeCall, type Implementation } from "./contract.ts";

export const invoicesContract = { describe: describeCall } as const;

export type InvoicesRpc = Implementation<typeof invoicesContract>;
