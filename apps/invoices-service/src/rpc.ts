import type { InvoicesRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";

/** What invoices-service does for the other services. */
export const invoicesRpc = ({ trades }: Deps): InvoicesRpc => ({
  describe: async () => openApiFragment(resources),
  trades: ({ user_ids }) => trades.of(user_ids),
});
