import type { InvoicesRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import { serviceVitals } from "@marketplace/events";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";

/** What invoices-service does for the other services. */
export const invoicesRpc = (deps: Deps): InvoicesRpc => ({
  describe: async () => openApiFragment(resources),
  vitals: async () => serviceVitals(deps, await deps.mail.backlog(deps.clock.now())),
});
