import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { messageOf } from "@marketplace/conventions";
import { type Logger, systemClock } from "@marketplace/server";
import { problems } from "../problems.ts";
import type { World } from "../world.ts";
import type { CertificationWorld } from "./certification-world.ts";
import type { CertificationView } from "./certifications.schema.ts";
import { type Check, failed, skipped, type Verdict } from "./check.ts";
import { type Course, limitsOf, openCourse } from "./course.ts";

interface Begun {
  url: string;
  timeoutSeconds: number;
  checks: readonly Check[];
  place: CertificationWorld;
  /** Ends the world. */
  drop(): Promise<void>;
  log: Logger;
}

/** Those that have ended, and are still shown. */
const kept = 100;

const known = new WeakMap<World, Certifications>();

/**
 * The certifications of a product, by its world `default`. Each has a world of its own, so that a reset of
 * `default` ends none.
 */
export function certificationsOf(home: World): Certifications {
  const certifications = known.get(home) ?? createCertifications();
  known.set(home, certifications);
  return certifications;
}

type Certifications = ReturnType<typeof createCertifications>;

function createCertifications() {
  const all = new Map<string, CertificationView>();
  const running = (): number => [...all.values()].filter(({ status }) => status === "running").length;
  /** Those whose worlds are being made. */
  let beginning = 0;
  return {
    /** Newest first. */
    list: (): CertificationView[] => [...all.values()].reverse(),
    find: (id: string): CertificationView | undefined => all.get(id),
    /** Begins one by `work`; throws where as many run or begin already. */
    async admit<T>(most: number, work: () => Promise<T>): Promise<T> {
      if (running() + beginning >= most) throw problems.too_many_certifications({ most });
      beginning++;
      return work().finally(() => beginning--);
    },
    /** Begins the checks; they go on after this returns. */
    begin(begun: Begun): CertificationView {
      const view = viewOf(begun);
      all.set(view.id, view);
      if (all.size > kept) all.delete(all.keys().next().value ?? "");
      void run(view, begun);
      return view;
    },
  };
}

const viewOf = ({ url, checks, place }: Begun): CertificationView => ({
  id: randomUUID(),
  status: "running",
  url,
  error: null,
  client: place.client,
  checks: checks.map(({ judge: _, ...about }) => ({
    ...about,
    status: "pending",
    detail: null,
    duration_ms: null,
  })),
});

/** Makes all checks, then ends the world. Never rejects. */
async function run(view: CertificationView, begun: Begun): Promise<void> {
  const { place, drop, log } = begun;
  try {
    await makeChecks(view, begun);
  } catch (error) {
    view.error = place.world.epoch.ended.aborted
      ? "the world of the certification has ended"
      : `a check could not be made: ${messageOf(error)}`;
    log.warn({ err: error }, "a certification could not be made to its end");
  }
  await drop().catch((err: unknown) => log.warn({ err }, "the world of a certification stays"));
  const isPassed = view.error === null && view.checks.every(({ status }) => status !== "failed");
  view.status = isPassed ? "passed" : "failed";
}

async function makeChecks(
  view: CertificationView,
  { url, timeoutSeconds, place, checks }: Begun,
): Promise<void> {
  const course = openCourse({
    world: place.world,
    url,
    limits: limitsOf(timeoutSeconds),
    client: place.identity,
    webhookSecret: place.client.webhook_secret,
    ask: place.ask,
    revoke: place.revoke,
  });
  const isThere = await reachable(course);
  for (const [index, check] of checks.entries()) {
    const startedAt = systemClock.monotonicMs();
    const verdict = isThere
      ? await check.judge(course).finally(course.endFaults)
      : unreachable(course, index);
    const duration_ms = Math.round(systemClock.monotonicMs() - startedAt);
    const shown = view.checks[index];
    if (shown) Object.assign(shown, verdict, { duration_ms });
  }
}

/** One check says that nobody is there, whichever they are; the others cannot be judged. */
const unreachable = ({ url }: Course, index: number): Verdict =>
  (index === 0 ? failed : skipped)(`nothing accepts connections at ${url}`);

/** Waits until somebody listens: an integration that was started just now needs a moment. */
async function reachable({ url, limits, pause }: Course): Promise<boolean> {
  const deadline = systemClock.monotonicMs() + limits.callMs;
  while (!(await accepts(new URL(url), limits.quietMs))) {
    if (systemClock.monotonicMs() >= deadline) return false;
    await pause(100);
  }
  return true;
}

const ports: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

function accepts({ hostname, port, protocol }: URL, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: port === "" ? (ports[protocol] ?? 80) : Number(port) });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}
