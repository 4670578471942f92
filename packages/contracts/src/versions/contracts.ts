import { catalogContract } from "../catalog.ts";
import type { Contract } from "../contract.ts";
import { flexContract } from "../flex.ts";
import { gatewayContract } from "../identity.ts";
import { invoicesContract } from "../invoices.ts";
import { ordersContract } from "../orders.ts";
import { questionsContract } from "../questions.ts";

/** A contract with its version, which goes up with every incompatible change. */
export interface VersionedContract {
  readonly version: number;
  readonly contract: Contract;
}

export const contracts: Readonly<Record<string, VersionedContract>> = {
  catalog: { version: 1, contract: catalogContract },
  flex: { version: 1, contract: flexContract },
  gateway: { version: 1, contract: gatewayContract },
  invoices: { version: 2, contract: invoicesContract },
  orders: { version: 1, contract: ordersContract },
  questions: { version: 1, contract: questionsContract },
};
