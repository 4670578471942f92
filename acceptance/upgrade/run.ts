import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { commandLine } from "../../scripts/command-line.ts";
import { provideBaseImages, workspace } from "../compose/base-images.ts";
import { Checks } from "../compose/checks.ts";
import { type Engine, engineHere, onEngine } from "../compose/engine.ts";
import { checkoutOf, Stack } from "../compose/stack.ts";
import { randomOf } from "../faults/random.ts";
import { drill, type Releases } from "./drill.ts";
import { type Front, freeRange, frontOf } from "./front.ts";
import { releaseBefore } from "./release-before.ts";

const usage = `Usage: pnpm test:upgrade [--before COMMIT] [--seed N] [--minutes N] [--where-possible] [--keep]

Upgrades docker-compose.yml from the release before to this one while clients write, then takes the images back, and
upgrades again: no request may fail. Runs on the engine of pnpm test:compose.

  --before COMMIT   the release before: the newest tag, else the commit before the last five migrations
  --seed N          repeats a run
  --minutes N       gives up after so many minutes (30)
  --where-possible  exits with 0 where no engine can run
  --keep            leaves the stack up`;
const flag = { type: "boolean", default: false } as const;
const { values } = commandLine(usage, {
  options: {
    before: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    minutes: { type: "string", default: "30" },
    "where-possible": flag,
    keep: flag,
  },
});

process.exit(await onEngine(passes, values["where-possible"]));

async function passes(): Promise<boolean> {
  const checks = new Checks();
  const engine = await engineHere();
  const dir = await mkdtemp(join(tmpdir(), "marketplace-upgrade-"));
  const undo: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const late = delay(Number(values.minutes) * 60_000, undefined, { ref: false }).then(() => {
    throw new Error(`the drill was not over within ${values.minutes} minutes`);
  });
  try {
    await Promise.race([run(checks, engine, { dir, undo }), late]);
  } catch (error) {
    checks.that("the drill comes to its end", false, String(error));
    process.stdout.write(`${error instanceof Error ? error.stack : error}\n`);
  }
  for (let step = undo.pop(); step; step = undo.pop()) await step();
  return checks.end();
}

interface Surroundings {
  /** A folder for files of the run. */
  dir: string;
  /** What has to be done at the end, last first. */
  undo: (() => Promise<unknown>)[];
}

async function run(checks: Checks, engine: Engine, { dir, undo }: Surroundings): Promise<void> {
  const commit = releaseBefore(workspace, values.before);
  checks.section(`the release before, ${commit.slice(0, 10)}, and this one; seed ${values.seed}`);
  const base = await provideBaseImages(engine);
  process.stdout.write(`base images: ${base}\n`);
  const releases = await checkOut(engine, { commit, digests: base !== "stand-ins" });
  const builder = await Stack.of(engine);
  const built = new Set<string>();
  const remove = async () => {
    await builder.remove(releases.now);
    for (const id of built) await engine.run(["docker", "image", "rm", "--force", id]);
  };
  if (!values.keep) undo.push(remove);
  await builder.remove(releases.now);
  checks.section("build, and the release before from nothing, with the demo");
  const build = async (checkout: string) => {
    await builder.compose(checkout, "--profile", "demo", "build");
    for (const id of await builder.images()) built.add(id);
  };
  await build(releases.before);
  const { stack, front } = await startBefore(engine, { releases, dir });
  undo.push(() => front.stop());
  await build(releases.now);
  await drill({ checks, stack, front, releases, random: randomOf(Number(values.seed)) });
}

/** The release before is deployed by the command of this one: its own may not replace start-first. */
async function checkOut(engine: Engine, release: { commit: string; digests: boolean }): Promise<Releases> {
  const { commit, digests } = release;
  const before = await checkoutOf(engine, workspace, { name: "before", commit, digests });
  const now = await checkoutOf(engine, workspace, { name: "now", digests });
  const script = "deploy/compose/deploy.sh";
  await copyFile(join(now, script), join(before, script));
  return { before, now };
}

/** Starts the release before, behind a load balancer that has a port for one gateway more. */
async function startBefore(engine: Engine, { releases, dir }: { releases: Releases; dir: string }) {
  const first = await freeRange(2);
  const front: Front = await frontOf([first, first + 1], dir);
  const stack = await Stack.of(engine, {
    PORT: `${first}-${first + 1}`,
    PUBLIC_URL: `http://127.0.0.1:${front.port}`,
    // The load balancer needs two seconds to see that a gateway is about to stop.
    SHUTDOWN_DELAY_MS: "5000",
    // The demo is made within the services' own time limits, also on a busy machine.
    CPU_LIMIT: String(availableParallelism()),
    POSTGRES_CPU_LIMIT: String(availableParallelism()),
    // The load is one application's.
    RATE_LIMIT_PER_MINUTE: "1000000",
  });
  const words = ["--profile", "demo", "up", "--no-build", "--detach", "--wait"];
  const { code } = await stack.try(releases.before, ...words);
  if (code !== 0) {
    const { said } = await stack.try(releases.before, "logs", "--tail", "20", "migrate", "seed");
    throw new Error(`the release before does not start:\n${said}`);
  }
  await front.start();
  return { stack, front };
}
