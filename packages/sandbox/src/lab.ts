import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { bareApp, type Conventions, common, failure, oauthErrorFields } from "@marketplace/conventions";
import type { BackgroundFaults, DueWork, Logger, StorageGates, SystemClock } from "@marketplace/server";
import type { Telemetry } from "@marketplace/telemetry";
import { mintBy } from "./access/mint-tokens.ts";
import { administratorOnly } from "./admin-token.ts";
import { createSandboxApp } from "./app.ts";
import type { ClockKeeper } from "./clock/world-clock.ts";
import { createFaultPublisher } from "./faults/publish-faults.ts";
import { faultsOf } from "./faults/request-faults.ts";
import { storageGate } from "./faults/storage-faults.ts";
import { features } from "./features.ts";
import { createHome } from "./home-world.ts";
import { queueIn } from "./notifications/delivery-queue.ts";
import { problems } from "./problems.ts";
import { strictnessOf } from "./profile/strictness.ts";
import { hasCredentialForm, peek } from "./routing/form-peek.ts";
import { mayNameWorld, worldOfRequest } from "./routing/route.ts";
import { type DeliveryQueue, perWorld, type SendNotification, type World } from "./world.ts";
import { administeredWorld } from "./world-of.ts";
import { beginWorld } from "./worlds/begin-world.ts";
import type { Engine } from "./worlds/engine.ts";
import type { States } from "./worlds/states.ts";
import { createWorlds, type HomeWorld } from "./worlds/world-registry.ts";
import { defaultWorld } from "./worlds/worlds.ts";

export interface LabOptions {
  adminToken: string;
  /** Where clients reach the product, without a trailing slash. */
  baseUrl: string;
  /** Whether visitors may act as any user: then the console is given the admin token. */
  open: boolean;
  /** What the product's data was made from, and what it holds. */
  home: Pick<HomeWorld, "document" | "restore"> & { from: string };
  states: States;
  engine: Engine;
  log: Logger;
  systemClock: SystemClock;
  telemetry?: Telemetry | undefined;
  /** Sends the other processes of `default` its background faults; absent in one process. */
  sendBackgroundFaults?: ((faults: BackgroundFaults) => Promise<void>) | undefined;
  /** Keeps the clock of `default`. */
  clock?: ClockKeeper | undefined;
}

export type Lab = ReturnType<typeof createLab>;

/**
 * The sandbox lab around a product: first it gives the product what it is composed with, then it takes the
 * requests in front of it.
 */
export function createLab(options: LabOptions) {
  const { adminToken, baseUrl, home: given, log, systemClock, telemetry } = options;
  const home = createHome(systemClock);
  const { handle, exclusively, withDue } = home;
  const publisher = createFaultPublisher(options);
  const begun = beginWorld(
    {
      id: defaultWorld,
      from: given.from,
      handle,
      withDue,
      publishFaults: publisher?.publish,
      keeper: options.clock,
    },
    { systemClock, log },
  );
  publisher?.repeatFor(begun.world);
  const refuse = refusing({ authenticate: administratorOnly(adminToken), log });
  const worlds = createWorlds({
    ...options,
    home: { ...begun, exclusively, document: given.document, restore: given.restore },
    refuse: (req, res) => refuse(problems.world_ended(), req, res),
    unavailable: (req, res) => refuse(common.service_unavailable(), req, res),
  });
  const conventions = {
    authenticate: administratorOnly(adminToken),
    log,
    jsonp: false,
    crossOrigin: false,
    telemetry,
  };
  const deps = {
    worlds,
    worldOf: (req: IncomingMessage) => administeredWorld(worlds, req),
    baseUrl,
    adminToken,
    open: options.open,
    log,
  };
  const app = createSandboxApp(deps, conventions);
  const inDefault = around(begun.world);
  const aroundOthers = perWorld(around);
  const into = (world: World, req: IncomingMessage, res: ServerResponse) => {
    // The console's own files are no calls that a client made.
    if (isBelow("/console", req.url ?? "")) world.handle(req, res);
    else if (world === begun.world) inDefault(req, res);
    else aroundOthers(world)(req, res);
  };

  async function routeByBody(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const peeked = await peek(req);
    into(worldOfRequest(worlds, req, peeked.parameters), peeked.req, res);
  }

  function route(req: IncomingMessage, res: ServerResponse): void {
    try {
      into(worldOfRequest(worlds, req), req, res);
    } catch (error) {
      refuse(error, req, res);
    }
  }

  return {
    /** The world `default`, which the product is composed with. */
    world: begun.world,
    /** What the services of a world wait for before they use their storages. */
    gatesOf(world: World): StorageGates {
      const gate = storageGate(() => faultsOf(world));
      return { database: () => gate("database"), objectStore: () => gate("object_store") };
    },
    /** How long searches of a world do not find what has changed, in milliseconds. */
    searchLagOf: (world: World): number => strictnessOf(world).searchLagMs,
    /** Sends a notification of a world through the hooks of all features. */
    notify(world: World, send: SendNotification, queue: DeliveryQueue): SendNotification {
      queueIn(world, queue);
      return notifying(world, send);
    },
    /** Notes what makes tokens of users in a world. */
    mintTokensBy: mintBy,
    /** Takes all requests to the product's address, and passes those of `default` to the product. */
    around(product: RequestListener, due: readonly DueWork[] = []): RequestListener {
      home.open(product, due);
      return (req, res) => {
        if (isBelow("/_sandbox", req.url ?? "")) app(req, res);
        else if (worlds.hasOthers && hasCredentialForm(req))
          routeByBody(req, res).catch((error: unknown) => refuse(error, req, res));
        else if (mayNameWorld(req)) route(req, res);
        else into(begun.world, req, res);
      };
    },
    /** Passes the requests of `default` to another product from now on. */
    replace: home.open,
    /** Ends all worlds but `default`. */
    close() {
      publisher?.stop();
      return worlds.close();
    },
  };
}

const isBelow = (prefix: string, url: string): boolean =>
  url.startsWith(prefix) && (url.length === prefix.length || "/?".includes(url[prefix.length] ?? ""));

/** Answers a public request with a problem, in the standard body. */
function refusing(conventions: Conventions) {
  const reasons = new WeakMap<object, unknown>();
  const app = bareApp();
  app.use((req) => {
    throw reasons.get(req);
  });
  app.use("/oauth", failure(conventions, oauthErrorFields));
  app.use(failure(conventions));
  return (reason: unknown, req: IncomingMessage, res: ServerResponse): void => {
    reasons.set(req, reason);
    app(req, res);
  };
}

/** The world behind the middleware of all features. */
function around(world: World): RequestListener {
  const middlewares = features.flatMap(({ onRequest }) => onRequest ?? []);
  return middlewares.reduceRight<RequestListener>(
    (inner, middleware) => (req, res) => middleware(world, { req, res }, () => inner(req, res)),
    world.handle,
  );
}

/** The way of a world's notifications through the hooks of all features. */
function notifying(world: World, send: SendNotification): SendNotification {
  const middlewares = features.flatMap(({ onNotification }) => onNotification ?? []);
  return middlewares.reduceRight<SendNotification>(
    (inner, middleware) => (notification) => middleware(world, notification, inner),
    send,
  );
}
