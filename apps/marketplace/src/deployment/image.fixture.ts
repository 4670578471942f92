import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Environment } from "./repository.fixture.ts";
import { read, root } from "./repository.fixture.ts";

/** An image on this machine: the files that its Dockerfile copies, its command and health check. */
export interface Image {
  /** Like the container's: inherits no variable, and may write only below /tmp, its tmpfs. */
  run(environment: Environment, command?: readonly string[]): ChildProcess;
  /** Runs the image's HEALTHCHECK against the local port of its service; returns the exit code. */
  healthOf(port: number): Promise<number>;
}

/** Bundles an app like its Dockerfile, into a `folder` with those modules alone that the file copies. */
export async function buildImage(dockerfile: string, folder: string): Promise<Image> {
  const home = join(folder, "app");
  const temporary = join(folder, "tmp");
  await mkdir(home, { recursive: true });
  await mkdir(temporary);
  await bundle(dockerfile, home);
  const text = read(dockerfile);
  if (text.includes("COPY --from=build /src/native ./node_modules")) await addDecoder(home);
  return {
    run(environment, command = instructionOf(text, "CMD")) {
      const [, ...args] = command;
      const lock = makesLinks(environment) ? [] : lockOf(temporary);
      const env = { ...settingsOf(text), PATH: process.env.PATH, TMPDIR: temporary, ...environment };
      return spawn(process.execPath, [...lock, ...args], {
        cwd: home,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
    },
    async healthOf(port) {
      const [program = "", ...args] = instructionOf(text, "HEALTHCHECK .* CMD");
      const there = args.map((arg) => arg.replaceAll(/127\.0\.0\.1\/\d+/g, `127.0.0.1/${port}`));
      const [code] = await once(spawn(program, there, { stdio: "ignore" }), "exit");
      return code;
    },
  };
}

/** Node's permission model allows links everywhere or nowhere; the file store and a new secret make links. */
const makesLinks = ({ OBJECT_STORE, INTERNAL_SECRET_FILE }: Environment): boolean =>
  OBJECT_STORE === "file" || (INTERNAL_SECRET_FILE !== undefined && !existsSync(INTERNAL_SECRET_FILE));

const lockOf = (folder: string): string[] => [
  "--permission",
  "--allow-fs-read=*",
  `--allow-fs-write=${folder}`,
  "--allow-worker",
];

/** The decoder of pictures with its native parts, as the images' build stage collects them. */
async function addDecoder(home: string): Promise<void> {
  const [modules] = globSync("node_modules/.pnpm/sharp@*/node_modules", { cwd: root });
  if (modules === undefined) throw new Error("sharp is not installed");
  await symlink(join(root, modules), join(home, "node_modules"));
}

/** The build command of the app's package.json, with `home` as its output. */
async function bundle(dockerfile: string, home: string): Promise<void> {
  const app = join(root, dockerfile, "..");
  const { scripts } = JSON.parse(read(join(dockerfile, "../package.json"))) as { scripts: { build: string } };
  const [, bundler = "", ...entries] = scripts.build.split(" ");
  const paths = [bundler, ...entries].map((path) => join(app, path));
  await promisify(execFile)(process.execPath, paths, { cwd: home });
}

/** The JSON array of a Dockerfile instruction. */
function instructionOf(dockerfile: string, word: string): string[] {
  const array = new RegExp(`^${word} (\\[.*\\])$`, "m").exec(dockerfile)?.[1];
  return JSON.parse(array ?? "[]") as string[];
}

const settingsOf = (dockerfile: string): Environment => {
  const words = /^ENV (.*)$/m.exec(dockerfile)?.[1]?.split(" ") ?? [];
  return Object.fromEntries(words.map((word) => word.split("=", 2)));
};
