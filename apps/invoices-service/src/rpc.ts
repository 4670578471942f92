import type { InvoicesRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import { vitalsWith } from "@marketplace/events";
import { outboxesOf, worstOf } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";

/** What invoices-service does for the other services. */
export const invoicesRpc = (deps: Deps): InvoicesRpc => ({
  describe: async () => openApiFragment(resources),
  vitals: async () =>
    vitalsWith(worstOf(await outboxesOf(deps)), await deps.everywhere.backlog(deps.clock.now())),
});
