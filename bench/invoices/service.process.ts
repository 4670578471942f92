import { ordersContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller } from "@marketplace/conventions";
import { createApp, createDeps, readConfig, startJobs } from "@marketplace/invoices-service";
import { serve, silentLogger } from "@marketplace/server";
import { serveParent } from "./child.ts";

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
const { server } = await serve(createApp(deps), { host: "127.0.0.1", port: 0 });
serveParent(server);
// Its data is removed after the measurement, so it needs no orderly shutdown.
process.on("SIGTERM", () => process.exit(0));
