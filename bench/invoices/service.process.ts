import { ordersContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller } from "@marketplace/conventions";
import { createApp, createDeps, readConfig, startJobs } from "@marketplace/invoices-service";
import { silentLogger } from "@marketplace/server";
import { serveForParent } from "./serve-for-parent.ts";

// The service as in the split shape, with its jobs: it asks the process of orders-service for packs. Its
// other service clients answer at once.
const config = readConfig(process.env);
const unused = () => Promise.reject(new Error("not part of this measurement"));
const deps = await createDeps(config, {
  log: silentLogger(),
  authenticate: assertedCaller(config.internalSecret),
  clients: {
    orders: remoteClient(ordersContract, { url: config.ordersInternalUrl, secret: config.internalSecret }),
    identity: { users: async () => [], authenticate: unused },
    notifications: { publish: async ({ events }) => ({ accepted: events.length }) },
  },
});
await startJobs(deps);
await serveForParent(createApp(deps));
