import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../product/product.ts";
import type { Demo } from "./clients.ts";
import { type Ended, type Engine, must } from "./engine.ts";

const project = "marketplace-compose-test";
/** Holds characters that a URL has to percent-encode. */
const adminPassword = "p@ss/w:rd #1 50%40?";
const secret = "a secret of the compose test, of no other";

/** The stack of docker-compose.yml, under its own project name. */
export class Stack {
  readonly #engine: Engine;
  readonly #env: Record<string, string>;
  readonly baseUrl: string;
  readonly mailUrl: string;

  private constructor(engine: Engine, [port, mailPort]: [number, number]) {
    this.#engine = engine;
    this.baseUrl = `http://localhost:${port}`;
    this.mailUrl = `http://localhost:${mailPort}`;
    this.#env = {
      COMPOSE_PROJECT_NAME: project,
      COMPOSE_PROGRESS: "plain",
      PORT: String(port),
      MAIL_PORT: String(mailPort),
      POSTGRES_PASSWORD: adminPassword,
      INTERNAL_SECRET: secret,
      S3_SECRET_KEY: "s3/+@:#% key",
      SIGN_IN: "picker",
      ...Object.fromEntries(
        databases.map((name) => [`${name.toUpperCase()}_DATABASE_PASSWORD`, passwordOf(name)]),
      ),
    };
  }

  static async of(engine: Engine): Promise<Stack> {
    return new Stack(engine, [await freePort(), await freePort()]);
  }

  /** Runs docker compose on a checkout; resolves also when it fails. */
  try(checkout: string, ...words: string[]): Promise<Ended> {
    return this.#engine.run(["nice", "docker", "compose", ...words], { env: this.#env, cwd: checkout });
  }

  compose(checkout: string, ...words: string[]): Promise<string> {
    return must(this.#engine, ["nice", "docker", "compose", ...words], { env: this.#env, cwd: checkout });
  }

  /** The command of docs/upgrade.md. */
  deploy(checkout: string, ...names: string[]): Promise<Ended> {
    const words = ["sh", "deploy/compose/deploy.sh", ...names];
    return this.#engine.run(words, { env: this.#env, cwd: checkout });
  }

  /** Removes everything of the project, its data included. */
  async remove(checkout: string): Promise<void> {
    const words = ["docker", "compose", "down", "--volumes", "--remove-orphans", "--timeout", "5"];
    await this.#engine.run(words, { env: this.#env, cwd: checkout });
  }

  docker(...words: string[]): Promise<string> {
    return must(this.#engine, ["docker", ...words]);
  }

  /** The containers of services, running or not, by id. */
  async containers(checkout: string, ...names: string[]): Promise<string[]> {
    return (await this.compose(checkout, "ps", "--quiet", "--all", ...names))
      .split("\n")
      .filter(Boolean)
      .sort();
  }

  /** Seeds the empty databases with the demo, by the checkout's own build. */
  async seed(checkout: string): Promise<Demo> {
    const out = join(this.#engine.files, "out");
    await rm(out, { recursive: true, force: true });
    await mkdir(out);
    // Readable for the container's user.
    await chmod(out, 0o777);
    await writeFile(join(out, "secret"), secret, { mode: 0o666 });
    await this.#bundlesOf(checkout, out);
    const env = {
      DATA_DIR: out,
      SEED_BASE_URL: this.baseUrl,
      LOG_LEVEL: "warn",
      SEED_ADMIN_URL: `postgresql://postgres:${encodeURIComponent(adminPassword)}@postgres:5432/postgres`,
      OBJECT_STORE: "s3",
      S3_ENDPOINT: "http://minio:9000",
      S3_ACCESS_KEY: "localaccesskey",
      S3_SECRET_KEY: this.#env.S3_SECRET_KEY ?? "",
    };
    const settings = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    const place = ["--rm", "--network", `${project}_default`, "--volume", `${out}:${out}`];
    // The user that runs this may differ from the container's user.
    const seed = `node ${out}/dist/seed.js && chmod a+r ${out}/demo.json`;
    await this.docker("run", ...place, ...settings, await nodeImageOf(checkout), "sh", "-c", seed);
    return JSON.parse(await readFile(join(out, "demo.json"), "utf8")) as Demo;
  }

  /** Exports the bundles of the command-line tool to `out/dist`; no image of the build stage is needed. */
  async #bundlesOf(checkout: string, out: string): Promise<void> {
    const dockerfile = await readFile(join(checkout, "apps/marketplace/Dockerfile"), "utf8");
    const path = join(out, "Dockerfile");
    const stage = "FROM scratch AS bundles\nCOPY --from=build /src/apps/marketplace/dist /dist\n";
    await writeFile(path, `${dockerfile}\n${stage}`);
    const words = ["--file", path, "--target", "bundles", "--output", out, "."];
    await must(this.#engine, ["docker", "build", "--quiet", ...words], { cwd: checkout });
  }
}

async function nodeImageOf(checkout: string): Promise<string> {
  const dockerfile = await readFile(join(checkout, "apps/marketplace/Dockerfile"), "utf8");
  return /^FROM (node:\S+)/m.exec(dockerfile)?.[1] ?? "node";
}

const databases = ["gateway", "catalog", "questions", "invoices", "flex"];

/** The seed derives the passwords of its database roles like the product in one process. */
const passwordOf = (name: string): string =>
  createHmac("sha256", adminPassword).update(`database role marketplace_${name}`).digest("hex");

/** Copies a commit, or the work tree with its changes, to a folder that the engine sees. */
export async function checkoutOf(
  engine: Engine,
  workspace: string,
  { name, commit }: { name: string; commit?: string },
) {
  const folder = join(engine.files, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = commit
    ? `git archive ${commit}`
    : "git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read --create --files-from -";
  execFileSync("bash", ["-o", "pipefail", "-c", `${archive} | tar --extract --directory "${folder}"`], {
    cwd: workspace,
    stdio: ["ignore", "inherit", "ignore"],
  });
  return folder;
}
