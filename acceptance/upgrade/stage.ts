import { setTimeout as delay } from "node:timers/promises";
import type { SandboxApplication } from "@marketplace-api/sandbox";
import { type Asker, askerOf } from "../faults/ask.ts";
import { type Ledger, newLedger } from "../faults/ledger.ts";
import { startLoad, type Writing } from "../faults/load.ts";
import { newTally, type Tally } from "../faults/tally.ts";
import { newWorld, type World } from "../faults/world.ts";
import type { Model } from "../product/items.ts";
import type { Sandbox } from "../product/sandbox.ts";
import { type Grant, newGrant, type TokenEndpoint } from "./grant.ts";
import { checkIdleGrant, readBack } from "./read-back.ts";
import { type Figures, figuresOf, type Seen } from "./verdict.ts";
import { type Journal, writersOf } from "./writers.ts";

/** Clients with all they have written, from the first stage to the last. */
export interface Clients {
  baseUrl: string;
  application: SandboxApplication;
  world: World;
  ledger: Ledger;
  journal: Journal;
  /** A client that does nothing while releases change. */
  idle: Grant;
  random: () => number;
}

/** Makes the clients and what they write about, on the release before. */
export async function newClients(
  baseUrl: string,
  { sandbox, random }: { sandbox: Sandbox; random: () => number },
): Promise<Clients> {
  const tally = newTally();
  const ask = askerOf(baseUrl, tally);
  const application = sandbox.applications.default;
  const world = await newWorld(ask, sandbox);
  const endpoint = { ask, baseUrl, application };
  const token = world.seller.access_token;
  const model = (await ask("GET", `/items/${world.item}`, { token })).json<Model>();
  const { seller_mla, buyer_mla, buyer2_mla } = sandbox.users;
  const body = { site_id: "MLA" };
  const made = await ask("POST", "/users/test_user", { token: seller_mla.access_token, body });
  const journal: Journal = {
    model,
    lister: made.json<Journal["lister"]>(),
    listings: [],
    flexItem: world.edited,
    hasFlex: false,
    grant: await newGrant(endpoint, buyer_mla.id),
  };
  const idle = await newGrant(endpoint, buyer2_mla.id);
  return { baseUrl, application, world, ledger: newLedger(), journal, idle, random };
}

/** Bounds the rate: the releases share the machine with their clients. */
const pauseMs = 300;
/** How long the load goes on before and after the change. */
const aroundMs = 10_000;

/** A change of releases under load. `settled` notes what has to be so in the end. */
export interface Change {
  name: string;
  /** After the last one the writes of all stages are read back. */
  isLast: boolean;
  make(): Promise<unknown>;
  settled(tally: Tally): Promise<void>;
}

/** Makes a change while the clients write, then reads everything back. No failure is excused. */
export async function runStage(clients: Clients, change: Change): Promise<Figures> {
  const { baseUrl, application, journal, ledger } = clients;
  const tally = newTally();
  const { ask, seen } = watched(askerOf(baseUrl, tally, () => new Set()));
  const writing: Writing = { ...clients, ask, tally };
  const endpoint: TokenEndpoint = { ask, baseUrl, application };
  const firstOrder = change.isLast ? 0 : ledger.orders.length;
  const began = performance.now();
  const load = startLoad(writing, pauseMs, writersOf(journal, endpoint));
  try {
    await delay(aroundMs);
    await change.make();
    await delay(aroundMs);
  } finally {
    await load.stop();
  }
  const seconds = (performance.now() - began) / 1_000;
  const { requests, acknowledged } = tally;
  const atTheEnd: Seen = { ...structuredClone(seen), seconds, requests, acknowledged };
  await readBack(writing, journal, firstOrder);
  await checkIdleGrant(writing, clients.idle, endpoint);
  await change.settled(tally);
  return figuresOf(change.name, tally, atTheEnd);
}

/** Notes when writes were acknowledged, and how long the slowest request took. */
function watched(ask: Asker): { ask: Asker; seen: Pick<Seen, "acknowledgedAt" | "slowestMs"> } {
  const acknowledgedAt: number[] = [];
  const seen = { acknowledgedAt, slowestMs: 0 };
  return {
    seen,
    async ask(method, path, what) {
      const began = performance.now();
      const answer = await ask(method, path, what);
      const ended = performance.now();
      seen.slowestMs = Math.max(seen.slowestMs, ended - began);
      if (method !== "GET" && answer.status >= 200 && answer.status < 300) acknowledgedAt.push(ended);
      return answer;
    },
  };
}
