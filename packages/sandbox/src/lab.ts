import type { RequestListener } from "node:http";
import type { Logger, StorageGates, SystemClock } from "@marketplace/server";
import type { Telemetry } from "@marketplace/telemetry";
import { administratorOnly } from "./admin-token.ts";
import { createSandboxApp } from "./app.ts";
import { faultsOf } from "./faults/request-faults.ts";
import { storageGate } from "./faults/storage-faults.ts";
import { features } from "./features.ts";
import type { OutgoingNotification, RequestMiddleware, SendNotification, World } from "./world.ts";
import { administeredWorld } from "./world-of.ts";
import { beginWorld, defaultWorld, type Worlds } from "./worlds/worlds.ts";

export interface LabOptions {
  adminToken: string;
  /** Where clients reach the product, without a trailing slash. */
  baseUrl: string;
  /** What the product's data was made from. */
  from: string;
  log: Logger;
  systemClock: SystemClock;
  telemetry?: Telemetry | undefined;
}

export type Lab = ReturnType<typeof createLab>;

/**
 * The sandbox lab around a product: first it gives the product what it is composed with, then it takes the
 * requests in front of it.
 */
export function createLab(options: LabOptions) {
  const { adminToken, baseUrl, from, log, systemClock, telemetry } = options;
  let home: RequestListener = (_req, res) => void res.writeHead(503).end();
  const handle: RequestListener = (req, res) => home(req, res);
  const first = beginWorld({ id: defaultWorld, from, handle }, { systemClock, log });
  const worlds: Worlds = {
    default: first,
    find: (id) => (id === first.id ? first : undefined),
    list: () => [first],
  };
  const app = createSandboxApp(
    { worlds, worldOf: (req) => administeredWorld(worlds, req), baseUrl, log },
    {
      authenticate: administratorOnly(adminToken),
      log,
      jsonp: false,
      crossOrigin: false,
      telemetry,
    },
  );
  const inDefault = around(first);
  return {
    /** The world `default`, which the product is composed with. */
    world: first,
    /** What the services of a world wait for before they use their storages. */
    gatesOf(world: World): StorageGates {
      const gate = storageGate(() => faultsOf(world));
      return { database: () => gate("database"), objectStore: () => gate("object_store") };
    },
    /** Sends a notification of a world through the hooks of all features. */
    notify: (world: World, send: SendNotification): SendNotification => notifying(world, send),
    /** Takes all requests to the product's address, and passes those of `default` to the product. */
    around(product: RequestListener): RequestListener {
      home = product;
      return (req, res) => {
        if (isForLab(req.url ?? "")) app(req, res);
        else inDefault(req, res);
      };
    },
  };
}

const prefix = "/_sandbox";
const isForLab = (url: string): boolean =>
  url.startsWith(prefix) && (url.length === prefix.length || "/?".includes(url[prefix.length] ?? ""));

/** The world behind the middleware of all features. */
function around(world: World): RequestListener {
  const middlewares = features.flatMap(({ onRequest }) => onRequest ?? []);
  return middlewares.reduceRight<RequestListener>(
    (inner, middleware: RequestMiddleware) => (req, res) =>
      middleware(world, { req, res }, () => inner(req, res)),
    world.handle,
  );
}

function notifying(world: World, send: SendNotification): SendNotification {
  const middlewares = features.flatMap(({ onNotification }) => onNotification ?? []);
  return middlewares.reduceRight<SendNotification>(
    (inner, middleware) => (notification: OutgoingNotification) => middleware(world, notification, inner),
    send,
  );
}
