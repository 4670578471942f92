import { assertedCaller } from "@marketplace/conventions";
import { createDeps, createInternalApp, readConfig } from "@marketplace/orders-service";
import { silentLogger } from "@marketplace/server";
import { serveForParent } from "./serve-for-parent.ts";

// What other services ask of orders-service; nobody buys here.
const config = readConfig(process.env);
const unused = () => Promise.reject(new Error("not part of this measurement"));
const deps = await createDeps(config, {
  log: silentLogger(),
  authenticate: assertedCaller(config.internalSecret),
  clients: {
    identity: { users: unused, userIdOf: unused },
    catalog: { items: unused, takeStock: unused, returnStock: unused, returnUnits: unused },
    flex: { createShipment: unused, cancelShipment: unused },
    notifications: { publish: unused },
  },
});
await serveForParent(createInternalApp(deps));
