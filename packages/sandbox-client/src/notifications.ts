import { setTimeout as delay } from "node:timers/promises";
import type { Notification } from "@marketplace-api/client";
import { type Lab, readAll } from "./lab.ts";

/** A notification, and the request that brought it, to try the signature with. */
export interface Delivered extends Notification {
  request: { headers: Record<string, string>; body: string };
}

export interface NextOptions {
  /** How long to wait, in real time: 10 000 when absent. */
  timeoutMs?: number;
}

/** What the applications of a world are told. */
export interface Notifications {
  /**
   * The next notification of a topic that was acknowledged, oldest first: each is given once. Waits for it;
   * raises an error when none comes in time.
   */
  next(topic: string, options?: NextOptions): Promise<Delivered>;
}

interface Listed {
  id: string;
  topic: string;
}

interface Details {
  attempts: { headers: Record<string, string>; body: string; failure: string | null }[];
}

const pauseMs = 50;

export function createNotifications(lab: Lab): Notifications & { forget(): void } {
  const given = new Set<string>();

  /** The oldest that was not given yet; it counts as given from then on. */
  async function take(topic: string): Promise<string | undefined> {
    const listed = await readAll<Listed>(lab, "/notifications", { topic, status: "acknowledged" });
    const oldest = listed.findLast(({ id }) => !given.has(id));
    if (oldest) given.add(oldest.id);
    return oldest?.id;
  }

  async function read(id: string): Promise<Delivered> {
    const { attempts } = await lab<Details>("GET", `/notifications/${encodeURIComponent(id)}`);
    const acknowledged = attempts.findLast(({ failure }) => failure === null);
    if (!acknowledged) throw new Error(`The notification ${id} was not acknowledged`);
    const { headers, body } = acknowledged;
    // The product wrote the body.
    return { ...(JSON.parse(body) as Notification), request: { headers, body } };
  }

  async function explained(topic: string, timeoutMs: number): Promise<Error> {
    const others = new Set((await readAll<Listed>(lab, "/notifications")).map((one) => one.topic));
    const seen = others.size === 0 ? "none of any topic was sent" : `sent were ${[...others].join(", ")}`;
    return new Error(`No further notification of ${topic} within ${timeoutMs} ms; ${seen}`);
  }

  return {
    async next(topic, { timeoutMs = 10_000 } = {}) {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const id = await take(topic);
        if (id !== undefined) return read(id);
        if (performance.now() >= deadline) throw await explained(topic, timeoutMs);
        await delay(pauseMs);
      }
    },
    forget: () => given.clear(),
  };
}
