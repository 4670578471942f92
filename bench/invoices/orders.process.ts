import { assertedCaller } from "@marketplace/conventions";
import { createDeps, createInternalApp, readConfig } from "@marketplace/orders-service";
import { serve, silentLogger } from "@marketplace/server";
import { serveParent } from "./child.ts";

// What other services ask of orders-service; nobody buys here.
const config = readConfig(process.env);
const unused = () => Promise.reject(new Error("not part of this measurement"));
const deps = await createDeps(config, {
  log: silentLogger(),
  authenticate: assertedCaller(config.internalSecret),
  clients: {
    catalog: { items: unused, takeStock: unused, returnStock: unused },
    flex: { createShipment: unused },
    notifications: { publish: unused },
  },
});
const { server } = await serve(createInternalApp(deps), { host: "127.0.0.1", port: 0 });
serveParent(server);
// Its data is removed after the measurement, so it needs no orderly shutdown.
process.on("SIGTERM", () => process.exit(0));
