import type { Checks } from "../compose/checks.ts";
import type { Stack } from "../compose/stack.ts";
import { askerOf } from "../faults/ask.ts";
import { becomesTrue } from "../faults/settle.ts";
import { newTally, type Tally } from "../faults/tally.ts";
import { serviceNames } from "../product/processes.ts";
import type { Sandbox } from "../product/sandbox.ts";
import type { Front } from "./front.ts";
import { statusOfUsedToken } from "./read-back.ts";
import { type Change, type Clients, newClients, runStage } from "./stage.ts";
import { isFlawless, reportOf } from "./verdict.ts";

/** The folders of both releases. */
export interface Releases {
  before: string;
  now: string;
}

/** The release before, up and with the demo's data, and the images of both releases. */
export interface Stage {
  checks: Checks;
  stack: Stack;
  front: Front;
  releases: Releases;
  random: () => number;
}

/** Upgrades, takes the images back, and upgrades again, each under load. */
export async function drill(stage: Stage): Promise<void> {
  const { checks, stack, front, releases, random } = stage;
  const baseUrl = `http://127.0.0.1:${front.port}`;
  const sandbox = (await stack.demo(releases.before)) as Sandbox;
  if (!(await becomesTrue(() => isReady(baseUrl)))) throw new Error("the release before is not ready");
  const clients = await newClients(baseUrl, { sandbox, random });
  const before = await migrationsIn(stack, releases.now);
  await change(stage, clients, { name: "upgrade", to: releases.now, isLast: false });
  const after = await migrationsIn(stack, releases.now);
  checks.that("the upgrade brings migrations", after > before, `${before}, then ${after}`);
  const back = { name: "rollback of the images", to: releases.before, isLast: false };
  await change(stage, clients, back);
  const kept = await migrationsIn(stack, releases.now);
  checks.that("a rollback leaves the migrations", kept === after, `${after}, then ${kept}`);
  await change(stage, clients, { name: "upgrade again", to: releases.now, isLast: true });
  const ask = askerOf(baseUrl, newTally());
  const endpoint = { ask, baseUrl, application: clients.application };
  const status = await statusOfUsedToken(clients.journal.grant, endpoint);
  checks.that("a refresh token that the release before took is refused now", status === 400, status);
}

const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Deploys a release by the documented command while the clients write. */
async function change(
  { checks, stack }: Stage,
  clients: Clients,
  { to, ...step }: { name: string; to: string; isLast: boolean },
): Promise<void> {
  checks.section(step.name);
  const before = await stack.containers(to, ...serviceNames);
  let deployed = { code: -1, said: "" };
  let seconds = 0;
  const make = async () => {
    const began = performance.now();
    deployed = await stack.deploy(to);
    seconds = (performance.now() - began) / 1_000;
  };
  const whole: Change = { ...step, make, settled: (tally) => outboxesEmpty(stack, to, tally) };
  const figures = await runStage(clients, whole);
  const said = deployed.said.split("\n").slice(-4).join(" ");
  checks.that(`deploy.sh ends well after ${seconds.toFixed(0)} s`, deployed.code === 0, said);
  const after = await stack.containers(to, ...serviceNames);
  const isNew = after.every((id) => !before.includes(id));
  checks.that("by as many new containers", isNew && after.length === before.length, after.length);
  process.stdout.write(`${reportOf(figures)}\n`);
  checks.that("no request failed, nothing was lost or done twice", isFlawless(figures));
}

/** Counts the migrations that the databases have. */
async function migrationsIn(stack: Stack, checkout: string): Promise<number> {
  let sum = 0;
  for (const name of ["gateway", "catalog", "questions", "invoices", "orders", "flex"]) {
    const psql = ["psql", "--username=postgres", `--dbname=marketplace_${name}`, "--tuples-only"];
    const statement = "SELECT count(*) FROM _prisma_migrations WHERE finished_at IS NOT NULL";
    sum += Number(await stack.compose(checkout, "exec", "-T", "postgres", ...psql, "--command", statement));
  }
  return sum;
}

/** Services with an outbox, and the port of their metrics. */
const outboxes: Readonly<Record<string, number>> = {
  "questions-service": 8082,
  "invoices-service": 8083,
  "flex-service": 8084,
  "orders-service": 8085,
};

/** Every event was handed over, whichever releases wrote and took it. */
async function outboxesEmpty(stack: Stack, checkout: string, tally: Tally): Promise<void> {
  for (const [service, port] of Object.entries(outboxes)) {
    const program = `fetch("http://127.0.0.1:${port}/metrics").then((a) => a.text()).then(console.log)`;
    let waiting: string | undefined;
    const isEmpty = async () => {
      const metrics = await stack.compose(checkout, "exec", "-T", service, "node", "--eval", program);
      waiting = /^outbox_waiting_events(?:\{[^}]*\})? (\S+)$/m.exec(metrics)?.[1];
      return waiting === "0";
    };
    if (!(await becomesTrue(isEmpty))) tally.undrained.push(`outbox of ${service}: ${waiting} events`);
  }
}
