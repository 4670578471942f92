import { join } from "node:path";
import { commandLine } from "../../scripts/command-line.ts";
import { serviceNames } from "../product/processes.ts";
import { provideBaseImages, workspace } from "./base-images.ts";
import { Checks } from "./checks.ts";
import { Clients, field, until } from "./clients.ts";
import { engineHere, onEngine } from "./engine.ts";
import { failedMigration, oneAway, replicas, upgrade, type World } from "./faults.ts";
import { oneImage } from "./one-image.ts";
import { commitBefore } from "./release.ts";
import { checkoutOf, Stack } from "./stack.ts";
import { walkthrough } from "./walkthrough.ts";

const usage = `Usage: pnpm test:compose [--short] [--product] [--where-possible] [--from COMMIT] [--keep]

Builds the images of this checkout and runs docker-compose.yml on a real engine: the machine's, or one that it
starts in Linux namespaces.

  --short           build, up, walkthrough, down and up, and the image of one process
  --product         the image of one process alone
  --where-possible  exits with 0 where no engine can run
  --from COMMIT     the release to upgrade from: the newest tag, else the commit before
  --keep            leaves the stack up`;
const flag = { type: "boolean", default: false } as const;
const { values } = commandLine(usage, {
  options: { short: flag, product: flag, "where-possible": flag, keep: flag, from: { type: "string" } },
});

/** Words of compose that start the demo, too. */
const demo = ["--profile", "demo"];

process.exitCode = await onEngine(passes, values["where-possible"]);

async function passes(): Promise<boolean> {
  const checks = new Checks();
  const engine = await engineHere();
  const stack = await Stack.of(engine);
  try {
    checks.section("base images");
    const base = await provideBaseImages(engine);
    process.stdout.write(`${base}\n`);
    const before = values.short || values.product ? undefined : commitBefore(workspace, values.from);
    const checkout: Checkout = (name, commit) =>
      checkoutOf(engine, workspace, { name, ...(commit && { commit }), digests: base !== "stand-ins" });
    if (values.product) await productAlone(checks, stack, await checkout("now"));
    else await allOf({ checks, stack, checkout }, before);
  } catch (error) {
    checks.that("the run comes to its end", false, String(error));
    process.stdout.write(`${error instanceof Error ? error.stack : error}\n`);
  }
  if (!values.keep) await stack.remove(join(engine.files, "now"));
  return checks.end();
}

async function allOf({ checks, stack, checkout }: Run, before: string | undefined): Promise<void> {
  const world = await fromNothing(checks, stack, checkout);
  await productAlone(checks, stack, world.checkout);
  await downAndUp(world);
  if (before !== undefined) await everythingElse(world, checkout, before);
}

async function productAlone(checks: Checks, stack: Stack, checkout: string): Promise<void> {
  checks.section("the product in one process");
  await oneImage(checks, stack, checkout);
}

interface Run {
  checks: Checks;
  stack: Stack;
  checkout: Checkout;
}

/** Makes a checkout of this name; of the work tree when no commit is given. */
type Checkout = (name: string, commit?: string) => Promise<string>;

/** Builds this checkout, starts it from nothing with the demo, and walks through it. */
async function fromNothing(checks: Checks, stack: Stack, checkoutOf: Checkout): Promise<World> {
  const checkout = await checkoutOf("now");
  await stack.remove(checkout);
  checks.section("without secrets");
  await refused(checks, stack, checkout);
  checks.section("build");
  await stack.compose(checkout, ...demo, "build");
  checks.section("up from nothing");
  const up = await stack.try(checkout, ...demo, "up", "--detach", "--no-build", "--wait");
  checks.that(
    "one command brings everything up, healthy and with the demo",
    up.code === 0,
    up.said.split("\n").slice(-3).join(" "),
  );
  await asOrdinaryUsers({ checks, stack, checkout });
  await limited({ checks, stack, checkout });
  const clients = new Clients(stack.baseUrl, await stack.demo(checkout));
  checks.section("through the gateway");
  const world = { checks, stack, clients, checkout };
  await walkthrough(checks, clients, stack.mailUrl);
  return world;
}

async function refused(checks: Checks, stack: Stack, checkout: string): Promise<void> {
  const { code, said } = await stack.tryWithoutSecrets(checkout, "up", "--detach");
  const lines = said.trim().split("\n");
  const named = /POSTGRES_PASSWORD is missing.*make-secrets\.sh.*DEMO=1/.test(lines.at(-1) ?? "");
  checks.that("one line names a missing secret, and nothing starts", code !== 0 && named, lines.at(-1));
}

async function asOrdinaryUsers({ checks, stack, checkout }: Omit<World, "clients">): Promise<void> {
  const script =
    "id -u; sed -n 's/^CapEff:\\t//p' /proc/1/status; touch /app/x 2>/dev/null && echo writable; true";
  for (const service of serviceNames) {
    const seen = (await stack.compose(checkout, "exec", "-T", service, "sh", "-c", script)).split(/\s+/);
    const expected = ["1000", "0000000000000000"];
    checks.that(
      `${service} is an ordinary user's, without capabilities, read-only`,
      seen.join() === expected.join(),
      seen,
    );
  }
}

async function limited({ checks, stack, checkout }: Omit<World, "clients">): Promise<void> {
  const settings = ["ReadonlyRootfs", "Memory", "NanoCpus", "PidsLimit"];
  const format = settings.map((name) => `{{.HostConfig.${name}}}`).join(" ");
  const ids = await stack.containers(checkout);
  const seen = (await stack.docker("inspect", "--format", format, ...ids)).split("\n");
  checks.that(
    "every container is read-only, and limited in memory, processors and processes",
    seen.length === ids.length && seen.every((line) => /^true [1-9]\d* [1-9]\d* [1-9]\d*$/.test(line)),
    seen,
  );
}

/** Stored data survives `docker compose down` and `up`. */
async function downAndUp({ checks, stack, clients, checkout }: World): Promise<void> {
  checks.section("down and up");
  const json = { item_id: clients.fixture("item_active"), text: "¿Lo guardan?" };
  const asked = await clients.ask("buyer_mla", "/questions", { json });
  const id = field(asked.body, "id");
  await stack.compose(checkout, "down");
  const up = await stack.try(checkout, "up", "--detach", "--no-build", "--wait");
  checks.that("down, and up again", up.code === 0, up.said.split("\n").slice(-3).join(" "));
  const read = await until(200, () => clients.ask("buyer_mla", `/questions/${id}?api_version=4`));
  checks.that("what was stored is there", read.status === 200, [asked.status, read.status]);
  const pack = `/packs/${clients.fixture("pack_with_pdf")}/fiscal_documents`;
  const files = await until(200, () => clients.ask("seller_mla", pack));
  checks.that("files, too", files.status === 200, files.status);
}

async function everythingElse(world: World, checkoutOf: Checkout, before: string): Promise<void> {
  const { checks, stack } = world;
  checks.section("replicas");
  await replicas(world);
  checks.section("one part away at a time");
  await oneAway(world);
  checks.section("a migration that fails");
  await failedMigration(world, await checkoutOf("broken"));
  checks.section(`an upgrade from ${before.slice(0, 10)}`);
  await stack.remove(world.checkout);
  const old = await checkoutOf("before", before);
  await stack.compose(old, ...demo, "up", "--build", "--detach", "--wait");
  const clients = new Clients(stack.baseUrl, await stack.demo(old));
  await until(200, () => clients.ask("buyer_mla", "/readyz"));
  const next = await checkoutOf("next");
  await upgrade({ checks, stack, clients, checkout: next }, next);
  await downAndUp({ checks, stack, clients, checkout: next });
}
