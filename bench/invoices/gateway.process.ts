import { attachedCaller } from "@marketplace/conventions";
import { createApp, createDeps, forwarded, readConfig, seedDemo } from "@marketplace/edge-gateway";
import { silentLogger } from "@marketplace/server";
import { serveForParent } from "./serve-for-parent.ts";

// The gateway as in the split shape: it looks up the token and streams the request to the service's process.
const config = readConfig(process.env);
const unused = () => Promise.reject(new Error("not part of this measurement"));
const describe = async () => ({ paths: {}, schemas: {}, tags: [] });
const catalog = {
  describe,
  vitals: unused,
  changes: unused,
  sites: unused,
  items: unused,
  shippingPreferences: unused,
  hasActiveMe2Listing: unused,
  takeStock: unused,
  returnStock: unused,
  returnUnits: unused,
  setFlex: unused,
};
const other = { describe, vitals: unused };
const deps = await createDeps(config, {
  log: silentLogger(),
  authenticate: attachedCaller,
  clients: { catalog, questions: other, invoices: other, orders: { ...other, trades: unused }, flex: other },
});
const { users } = await seedDemo(deps, { now: new Date(), baseUrl: config.baseUrl });
const nowhere = { handle: unused };
const invoices = forwarded(process.env.INVOICES_URL ?? "", config.internalSecret, {
  timeoutMs: config.upstreamTimeoutMs,
});
const app = createApp(deps, {
  catalog: nowhere,
  questions: nowhere,
  orders: nowhere,
  flex: nowhere,
  invoices,
});
await serveForParent(app, { seller: users.seller_mla });
