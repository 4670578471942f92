import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { utcTimestamp } from "@marketplace/conventions";
import { systemClock } from "@marketplace/server";
import { advance, inTurn } from "../clock/advance.service.ts";
import type { FaultRule } from "../faults/faults.schema.ts";
import { faultsOf } from "../faults/request-faults.ts";
import { type Delivery, deliveriesOf, payloadOf } from "../notifications/delivery-log.ts";
import { requestsOf } from "../requests/request-log.ts";
import type { World } from "../world.ts";
import { type Client, type ClientRequest, isCall, requestOf } from "./client-requests.ts";
import { type Answer, askReceiver, type Message, signedMessage } from "./receiver-probe.ts";

/** How long things may take, in milliseconds of real time. */
export interface Limits {
  /** A receiver's answer, as the product waits for it. */
  answerMs: number;
  /** The client's first call after a notification, and any answer of the receiver. */
  callMs: number;
  /** After so long without a call the client has done what it had to do. */
  quietMs: number;
}

export const limitsOf = (timeoutSeconds: number): Limits => ({
  answerMs: 500,
  callMs: timeoutSeconds * 1_000,
  quietMs: timeoutSeconds * 125,
});

/** What a course is set up with. */
export interface CourseParts {
  world: World;
  url: string;
  limits: Limits;
  client: Client;
  webhookSecret: string;
  /** Asks a question about an item of the user; resolves with its path. */
  ask(): Promise<string>;
  /** Takes the client's tokens away. */
  revoke(): Promise<void>;
}

/** An event with what it led to. */
export interface Told {
  resource: string;
  /** Its notification; `undefined` when none was attempted in time. */
  delivery: Delivery | undefined;
  /** What the client asked since. */
  since(): ClientRequest[];
}

export type Course = ReturnType<typeof openCourse>;

/** The way of an integration through the checks, in a world of its own. */
export function openCourse(parts: CourseParts) {
  const { world, url, limits, client } = parts;
  const seen: ClientRequest[] = [];
  requestsOf(world).follow((recorded) => {
    const request = requestOf(recorded, client);
    if (request) seen.push(request);
  });
  let resource = "/questions/1";
  let met: Promise<boolean> | undefined;
  let lastWord: Promise<ClientRequest[] | undefined> | undefined;

  /** Waits until something is so; false when it is not in time. */
  async function until(isSo: () => boolean, withinMs = limits.callMs): Promise<boolean> {
    const deadline = systemClock.monotonicMs() + withinMs;
    while (!isSo()) {
      if (systemClock.monotonicMs() >= deadline) return false;
      await pause(25);
    }
    return true;
  }

  const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal: world.epoch.ended });

  /** Waits until the client is quiet. */
  async function settled(): Promise<void> {
    const deadline = systemClock.monotonicMs() + limits.callMs;
    for (let count = -1; count < seen.length && systemClock.monotonicMs() < deadline; ) {
      count = seen.length;
      await pause(limits.quietMs);
    }
  }

  /** Lets a question be asked, and its notification be attempted. */
  async function tell(): Promise<Told> {
    const before = seen.length;
    resource = await parts.ask();
    const asked = resource;
    const find = () => deliveriesOf(world).latest().find(isOf(asked, client));
    await until(() => find() !== undefined);
    return { resource: asked, delivery: find(), since: () => seen.slice(before) };
  }

  /** The same, until a call of the client succeeded in time and it is quiet; empty when it asked nothing. */
  async function tellClient(times = 1): Promise<ClientRequest[]> {
    const [told] = await Promise.all(Array.from({ length: times }, tell));
    const since = () => told?.since() ?? [];
    if (!(await until(() => since().length > 0))) return [];
    await until(() => since().some(hasSucceeded));
    await settled();
    return since();
  }

  async function answersClient(): Promise<boolean> {
    const requests = await tellClient();
    return requests.some(hasSucceeded);
  }

  /**
   * Tells the client of a question even where the product tells it of nothing any more; resolves with what it
   * asks then.
   */
  async function hint(): Promise<ClientRequest[]> {
    const before = seen.length;
    resource = await parts.ask();
    await post(signed(payload()));
    if (await until(() => seen.length > before)) await settled();
    return seen.slice(before);
  }

  /** A notification of the latest question, as the product writes it. */
  function payload(changes: object = {}): Record<string, unknown> {
    const now = utcTimestamp(world.clock.now());
    const { userId: user_id, applicationId: application_id } = client;
    const known = { resource, user_id, topic: "questions", application_id, attempts: 1 };
    return { _id: randomUUID(), ...known, sent: now, received: now, ...changes };
  }

  /** A payload as a message that is signed with the application's webhook secret. */
  const signed = (of: Record<string, unknown>, { agoMs = 0 } = {}): Message =>
    signedMessage(parts.webhookSecret, JSON.stringify(of), { id: String(of._id), agoMs });

  const post = (message: Message): Promise<Answer> =>
    askReceiver(url, { method: "POST", message, timeoutMs: limits.callMs });

  return {
    url,
    limits,
    /** All requests of the client so far. */
    requests: (): readonly ClientRequest[] => seen,
    pause,
    until,
    settled,
    tell,
    tellClient,
    /** Whether the client calls the API when it is told of something; tried once. */
    hasClient: (): Promise<boolean> => {
      met ??= tellClient().then((requests) => requests.length > 0);
      return met;
    },
    /**
     * Takes the tokens away, once, and tells the client of a question, so that it finds out: what it asks
     * then. `undefined` when the client could not use its tokens before.
     */
    revoked: (): Promise<ClientRequest[] | undefined> => {
      lastWord ??= answersClient().then(async (isAlive) => {
        if (!isAlive) return undefined;
        await parts.revoke();
        return hint();
      });
      return lastWord;
    },
    hint,
    payload,
    signed,
    signedText: (body: string): Message => signedMessage(parts.webhookSecret, body),
    post,
    read: (method: "GET" | "HEAD"): Promise<Answer> => askReceiver(url, { method, timeoutMs: limits.callMs }),
    /** Injects a fault into the client's calls, and no others. */
    injectCallFault: (effect: FaultRule["effect"], match: FaultRule["match"] = {}) =>
      injectFault({
        target: "api",
        match: { application_id: client.applicationId, user_id: client.userId, ...match },
        effect,
      }),
    injectFault,
    endFaults: () => faultsOf(world).set([]),
    advance: (ms: number) =>
      inTurn(world, (moving) => {
        const from = moving.clock.now();
        return advance(moving, { from, to: new Date(from.getTime() + ms) });
      }),
  };

  function injectFault(rule: Pick<FaultRule, "target" | "match" | "effect">): void {
    faultsOf(world).set([{ id: "certification", ttl_seconds: 600, ...rule }]);
  }
}

const hasSucceeded = (one: ClientRequest): boolean => isCall(one) && one.status === 200;

const isOf =
  (resource: string, { applicationId }: Client) =>
  (delivery: Delivery): boolean => {
    const payload = payloadOf(delivery);
    return payload.resource === resource && payload.application_id === applicationId;
  };
