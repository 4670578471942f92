import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { serviceNames } from "../product/processes.ts";
import type { Checks } from "./checks.ts";
import { type Clients, until } from "./clients.ts";
import { isHonest, ledgerOf, readSteadily } from "./load.ts";
import type { Stack } from "./stack.ts";
import { probes } from "./walkthrough.ts";

/** Parameters of every phase. */
export interface World {
  checks: Checks;
  stack: Stack;
  clients: Clients;
  /** A checkout of the tested release. */
  checkout: string;
}

/** Services whose probe needs another one: Flex asks for items, fiscal documents for packs. */
const dependents: Readonly<Record<string, string>> = {
  "catalog-service": "flex-service",
  "orders-service": "invoices-service",
};

/** Stops one service after the other: requests that need it get 503 with Retry-After, others succeed. */
export async function oneAway({ checks, stack, clients, checkout }: World): Promise<void> {
  const paths = probes(clients);
  for (const away of serviceNames.filter((service) => service !== "edge-gateway")) {
    await stack.compose(checkout, "stop", away);
    const own = await clients.ask("seller_mla", paths[away] ?? "");
    const others = serviceNames.filter((name) => name !== away && name !== dependents[away]);
    const answers = await Promise.all(others.map((name) => clients.ask("seller_mla", paths[name] ?? "")));
    const seen = [own.status, own.retryAfter, answers.map(({ status }) => status)];
    // The gateway's response cache may still hold an answer of the catalog.
    const refused = away === "catalog-service" || (own.status === 503 && own.retryAfter !== null);
    checks.that(
      `without ${away} its own answers 503 with Retry-After, and all else is served`,
      refused && answers.every(({ status }) => status < 300),
      seen,
    );
    await stack.compose(checkout, "start", away);
    const back = await until(200, () => clients.ask("seller_mla", paths[away] ?? ""));
    checks.that(`${away} is back`, back.status === 200, back.status);
  }
}

/** Adds a replica under load, which gets its share; then stops one of the two. */
export async function replicas({ checks, stack, clients, checkout }: World): Promise<void> {
  const stop = readSteadily(clients, probes(clients)["questions-service"] ?? "", 6);
  const up = ["up", "--detach", "--no-build", "--no-deps", "--no-recreate", "--wait"];
  await stack.compose(checkout, ...up, "--scale", "questions-service=2", "questions-service");
  // The gateway resolves addresses again every few seconds.
  await delay(10_000);
  const since = new Date().toISOString();
  await delay(10_000);
  await stop();
  const served: number[] = [];
  for (const id of await stack.containers(checkout, "questions-service")) {
    const log = await stack.docker("logs", "--since", since, id);
    served.push(log.split("\n").filter((line) => line.includes('"msg":"served"')).length);
  }
  checks.that(
    "a replica that is added under load gets its part",
    served.length === 2 && Math.min(...served) > 0,
    served,
  );
  const [first = ""] = await stack.containers(checkout, "questions-service");
  const ledger = await ledgerOf(clients, () => stack.docker("stop", first));
  checks.that(
    "one of two is stopped: every question is answered or refused as announced",
    isHonest(ledger),
    ledger,
  );
  await stack.compose(
    checkout,
    ...up.filter((word) => word !== "--no-recreate"),
    "--scale",
    "questions-service=1",
    "questions-service",
  );
}

/** A migration that is added to the checkout, newer than all others. */
async function addMigration(checkout: string, service: string, sql: string): Promise<void> {
  const folder = join(
    checkout,
    "packages/database/prisma",
    service,
    "migrations/29990101000000_compose_test",
  );
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "migration.sql"), sql);
}

/** A release whose migration fails replaces nothing and reports it. */
export async function failedMigration(
  { checks, stack, clients, checkout }: World,
  broken: string,
): Promise<void> {
  await addMigration(broken, "flex", "SELECT 1 / 0;\n");
  const before = await stack.containers(checkout, ...serviceNames);
  const { code, said } = await stack.deploy(broken);
  const last = said.trim().split("\n").at(-1) ?? "";
  checks.that(
    "a release whose migration fails ends with an error",
    code !== 0 && /division by zero/.test(said) && /nothing was replaced/.test(last),
    last,
  );
  const after = await stack.containers(checkout, ...serviceNames);
  checks.that(
    "and leaves every container as it was",
    JSON.stringify(before) === JSON.stringify(after),
    after.length,
  );
  for (const [service, path] of Object.entries(probes(clients))) {
    const { status } = await clients.ask("seller_mla", path);
    checks.that(`${service} goes on`, status === 200, status);
  }
}

/** Deploys a release with a migration by the documented command, under load. */
export async function upgrade({ checks, stack, clients, checkout }: World, next: string): Promise<void> {
  await addMigration(next, "questions", 'CREATE TABLE "compose_test" ("id" INTEGER PRIMARY KEY);\n');
  const before = await stack.containers(checkout, ...serviceNames);
  let deployed = { code: -1, said: "" };
  const ledger = await ledgerOf(clients, async () => {
    deployed = await stack.deploy(next, ...serviceNames.filter((name) => name !== "edge-gateway"));
  });
  checks.that(
    "a release with a migration is deployed by one command",
    deployed.code === 0,
    deployed.said.split("\n").slice(-3).join(" "),
  );
  checks.that("and applies it", /compose_test/.test(deployed.said));
  checks.that(
    "under load nothing is lost, and what is refused is refused as announced",
    isHonest(ledger),
    ledger,
  );
  const gateway = await ledgerOf(clients, () => stack.deploy(next, "edge-gateway"));
  checks.that("nor when the gateway follows", isHonest(gateway, { gatewayAway: true }), gateway);
  const after = await stack.containers(checkout, ...serviceNames);
  checks.that(
    "by new containers",
    after.some((id) => !before.includes(id)),
    after.length,
  );
}
