import type { Implementation } from "./contract.ts";
import { describeCall } from "./describe.ts";

export const invoicesContract = { describe: describeCall } as const;

export type InvoicesRpc = Implementation<typeof invoicesContract>;
