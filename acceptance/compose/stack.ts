import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../product/product.ts";
import { withoutDigest } from "./base-images.ts";
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

  private constructor(
    engine: Engine,
    [port, mailPort]: [number, number],
    settings: Readonly<Record<string, string>>,
  ) {
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
      S3_ACCESS_KEY: "compose-test",
      S3_SECRET_KEY: "s3/+@:#% key",
      SIGN_IN: "picker",
      ...Object.fromEntries(
        databases.map((name) => [`${name.toUpperCase()}_DATABASE_PASSWORD`, passwordOf(name)]),
      ),
      ...settings,
    };
  }

  /** A stack with further variables of docs/deploy.md. */
  static async of(engine: Engine, settings: Readonly<Record<string, string>> = {}): Promise<Stack> {
    return new Stack(engine, [await freePort(), await freePort()], settings);
  }

  /** Runs docker compose on a checkout; resolves also when it fails. */
  try(checkout: string, ...words: string[]): Promise<Ended> {
    return this.#engine.run(["nice", "docker", "compose", ...words], { env: this.#env, cwd: checkout });
  }

  /** The same by somebody who has set nothing. */
  tryWithoutSecrets(checkout: string, ...words: string[]): Promise<Ended> {
    return this.#engine.run(["docker", "compose", ...words], { cwd: checkout });
  }

  compose(checkout: string, ...words: string[]): Promise<string> {
    return must(this.#engine, ["nice", "docker", "compose", ...words], { env: this.#env, cwd: checkout });
  }

  /** The command of docs/upgrade.md. */
  deploy(checkout: string, ...names: string[]): Promise<Ended> {
    const words = ["sh", "deploy/compose/deploy.sh", ...names];
    return this.#engine.run(words, { env: this.#env, cwd: checkout });
  }

  /** The images that carry the names of the project, by id. */
  async images(): Promise<string[]> {
    const filter = `reference=${project}-*`;
    const ids = await this.docker("image", "ls", "--quiet", "--no-trunc", "--filter", filter);
    return [...new Set(ids.split("\n").filter(Boolean))];
  }

  /** Removes everything of the project, its data included. */
  async remove(checkout: string): Promise<void> {
    const words = [
      "docker",
      "compose",
      "--profile",
      "demo",
      "down",
      "--volumes",
      "--remove-orphans",
      "--timeout",
      "5",
    ];
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

  /** What the profile demo has made, as the tool's image shows it. */
  async demo(checkout: string): Promise<Demo> {
    const words = ["run", "--rm", "--no-deps", "-T", "migrate", "cat", "/sandbox/sandbox.json"];
    const { said } = await this.try(checkout, ...words);
    // Compose's own lines about the container may come before.
    return JSON.parse(said.slice(said.indexOf("{\n"))) as Demo;
  }
}

const databases = ["gateway", "catalog", "questions", "invoices", "orders", "flex"];

const passwordOf = (name: string): string =>
  createHmac("sha256", adminPassword).update(`database role marketplace_${name}`).digest("hex");

interface Checkout {
  name: string;
  /** The work tree with its changes when absent. */
  commit?: string;
  /** Whether base images are the registry's: stand-ins have no digests. */
  digests: boolean;
}

/** Copies a commit, or the work tree with its changes, to a folder that the engine sees. */
export async function checkoutOf(engine: Engine, workspace: string, { name, commit, digests }: Checkout) {
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
  if (!digests) await removeDigests(folder);
  return folder;
}

async function removeDigests(folder: string): Promise<void> {
  const files = ["docker-compose.yml"];
  for await (const file of glob("apps/*/{Dockerfile,*.Dockerfile}", { cwd: folder })) files.push(file);
  for (const file of files) {
    const path = join(folder, file);
    await writeFile(path, withoutDigest(await readFile(path, "utf8")));
  }
}
