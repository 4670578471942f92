import { type ClientOptions, createClient, type MarketplaceClient } from "@marketplace-api/client";
import { exportWorld } from "./archives.ts";
import { createClock, type WorldClock } from "./clock.ts";
import type { Fixtures, SandboxApplication, UserName, WorldDocument } from "./document.ts";
import { runScenario, type ScenarioRun, type TriggerResult, trigger } from "./events.ts";
import { type ActiveFault, type FaultRule, putFaults } from "./faults.ts";
import { type Access, createLab, type Lab } from "./lab.ts";
import { createNotifications, type Notifications } from "./notifications.ts";
import { listRequests, type RecordedRequest, type RequestFilter } from "./requests.ts";
import { SandboxError } from "./sandbox-error.ts";
import { subscribe } from "./subscription.ts";

/** A user of a world. */
export interface WorldUser {
  id: number;
  nickname: string;
  site_id: string;
  /** An access token, which also says the world. */
  token: string;
}

/** A marketplace of its own, which ends with `await using`, `drop()`, or its time to live. */
export interface World extends AsyncDisposable {
  readonly id: string;
  readonly baseUrl: string;
  /** By the names of `sandbox.json`; a world made from `empty` has `operator` alone. */
  readonly users: Readonly<Record<UserName, WorldUser>>;
  readonly applications: { readonly default: SandboxApplication };
  /** Ids of what the demo holds; none in a world made from `empty`. */
  readonly fixtures: Fixtures;
  readonly clock: WorldClock;
  readonly notifications: Notifications;
  /** The typed client of a user, by name or with a token. */
  client(user: UserName | { token: string }, options?: WorldClientOptions): MarketplaceClient;
  /** Replaces all fault rules; `faults([])` ends them. */
  faults(rules: readonly FaultRule[]): Promise<ActiveFault[]>;
  /** Makes an event happen, such as `question.asked`; `values` replace those of the trigger. */
  trigger(event: string, values?: object): Promise<TriggerResult>;
  scenario(name: string): Promise<ScenarioRun>;
  /** The latest requests to this world, newest first. */
  requests(filter?: RequestFilter): Promise<RecordedRequest[]>;
  /** Puts it back to what it was made from; tokens of `users` stay. */
  reset(): Promise<void>;
  /** Another world that begins as this one is now. */
  fork(options?: { ttlSeconds?: number }): Promise<World>;
  /** Stores it as it is now, for `sandbox.world({ from: "snapshot:<name>" })`. */
  snapshot(name: string): Promise<void>;
  /** An archive of it as it is now, for `sandbox.import`. */
  export(): Promise<Uint8Array<ArrayBuffer>>;
  drop(): Promise<void>;
}

export type WorldClientOptions = Omit<ClientOptions, "baseUrl" | "auth">;

/** How a world is opened. */
export interface Opening {
  access: Access;
  document: WorldDocument;
  /** What its application is told of. */
  topics: readonly string[];
}

/** Opens a world that the lab made: subscribes its application to notifications. */
export async function openWorld(opening: Opening): Promise<World> {
  const { document, access } = opening;
  const lab = createLab(access, document.world.id);
  await listen(lab, opening).catch(async (error: unknown) => {
    await drop(lab, document.world.id);
    throw error;
  });
  return worldOf(opening, lab);
}

async function listen(lab: Lab, { access, document, topics }: Opening): Promise<void> {
  if (topics.length > 0) await subscribe(lab, access, { application: document.applications.default, topics });
}

async function drop(lab: Lab, id: string): Promise<void> {
  await lab("DELETE", `/worlds/${id}`).catch((error: unknown) => {
    // It may have ended by itself.
    if (!(error instanceof SandboxError && error.status === 404)) throw error;
  });
}

function worldOf(opening: Opening, lab: Lab): World {
  const { access, document, topics } = opening;
  const { id } = document.world;
  const users = usersOf(document);
  const notifications = createNotifications(lab);
  return {
    id,
    baseUrl: access.baseUrl,
    users,
    applications: document.applications,
    fixtures: document.fixtures,
    clock: createClock(lab),
    notifications: { next: notifications.next },
    client: (user, options) =>
      createClient({ ...options, baseUrl: access.baseUrl, auth: tokenOf(users, user) }),
    faults: (rules) => putFaults(lab, rules),
    trigger: (event, values) => trigger(lab, event, values),
    scenario: (name) => runScenario(lab, name),
    requests: (filter) => listRequests(lab, filter),
    async reset() {
      await lab("POST", `/worlds/${id}/reset`);
      notifications.forget();
      await listen(lab, opening);
    },
    async fork({ ttlSeconds: ttl_seconds } = {}) {
      const fork = await lab<WorldDocument>("POST", `/worlds/${id}/fork`, { body: { ttl_seconds } });
      return openWorld({ access, document: fork, topics });
    },
    snapshot: (name) => lab("POST", `/worlds/${id}/snapshots`, { body: { name } }),
    export: () => exportWorld(access, id),
    drop: () => drop(lab, id),
    [Symbol.asyncDispose]: () => drop(lab, id),
  };
}

function usersOf({ users }: WorldDocument): World["users"] {
  const all = Object.entries(users).map(([name, { id, nickname, site_id, access_token: token }]) => [
    name,
    { id, nickname, site_id, token },
  ]);
  return Object.fromEntries(all) as World["users"];
}

function tokenOf(users: World["users"], user: UserName | { token: string }): string {
  if (typeof user !== "string") return user.token;
  const known: Partial<World["users"]> = users;
  const token = known[user]?.token;
  if (token === undefined)
    throw new Error(`The world has no user ${user}; it has ${Object.keys(users).join(", ")}`);
  return token;
}
