import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { parseAction } from "@actions/workflow-parser/actions/action-parser";
import { freePort } from "@marketplace/database/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { read, root } from "./repository.fixture.ts";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

interface Job {
  needs?: string;
  permissions?: Record<string, string>;
  strategy?: { matrix: { include: { image: string; file: string }[] } };
  services?: Record<string, { image: string }>;
  steps: Step[];
}

const workflow = (path: string) => parse(read(path)) as { jobs: Record<string, Job> };
const files = [
  ...readdirSync(join(root, ".github/workflows")).map((name) => `.github/workflows/${name}`),
  "deploy/github/services.example.yml",
  "deploy/github/action.example.yml",
];
const { jobs } = workflow(".github/workflows/release.yml");
const action = parse(read("action.yml")) as {
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: (Step & { id: string })[] };
};

/** What GitHub's own parser says against a workflow, its expressions included. */
async function mistakesIn(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  // It adds what it finds to the context.
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

const mistakesInAction = (content: string): string[] =>
  parseAction({ name: "action.yml", content }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);

describe("GitHub's parser", () => {
  it.each(files)("takes %s", async (path) => {
    expect(await mistakesIn(path, read(path))).toEqual([]);
  });

  it.each([
    ["an unknown key", "runs-on:", "run-on:"],
    ["an unknown context", "steps.build.outputs", "stepz.build.outputs"],
    ["an unknown job", "needs: check", "needs: chek"],
  ])("refuses %s", async (_, right, wrong) => {
    const text = read(".github/workflows/release.yml");
    expect(text).toContain(right);
    expect(await mistakesIn("release.yml", text.replaceAll(right, wrong))).not.toEqual([]);
  });

  it("takes action.yml, and refuses it with an unknown key", () => {
    expect(mistakesInAction(read("action.yml"))).toEqual([]);
    expect(mistakesInAction(read("action.yml").replace("shell: bash", "shel: bash"))).not.toEqual([]);
  });
});

describe("workflows", () => {
  it.each(files)(
    "%s has jobs of steps by a version each, on a named system, whose references exist",
    (path) => {
      const all = Object.values(workflow(path).jobs);
      expect(all.length).toBeGreaterThan(0);
      const names = Object.keys(workflow(path).jobs);
      for (const job of all) {
        expect(job).toMatchObject({ "runs-on": expect.stringMatching(/^ubuntu-\d\d\.\d\d$/) });
        if (job.needs) expect(names).toContain(job.needs);
        for (const step of job.steps)
          expect(step.uses ?? "a/b@v1").toMatch(/^[\w-]+\/[\w-]+@v\d+(?:\.\d+)*$/);
        const ids = job.steps.flatMap((step) => ("id" in step ? [String(step.id)] : []));
        const text = JSON.stringify(job);
        for (const [, id] of text.matchAll(/steps\.([\w-]+)\.outputs/g)) expect(ids).toContain(id);
      }
    },
  );

  it("no step's script holds an expression, which could be code of somebody else", () => {
    const steps = files.flatMap((path) => Object.values(workflow(path).jobs).flatMap((job) => job.steps));
    for (const { run = "" } of [...steps, ...action.runs.steps]) expect(run).not.toContain("${{");
  });
});

describe("the release", () => {
  it("builds every Dockerfile for both architectures, with SBOM and provenance, and signs the digest", () => {
    const dockerfiles = readdirSync(join(root, "apps")).flatMap((app) =>
      readdirSync(join(root, "apps", app))
        .filter((name) => name.endsWith("Dockerfile"))
        .map((name) => `apps/${app}/${name}`),
    );
    const built = jobs.images?.strategy?.matrix.include ?? [];
    expect(built.map(({ file }) => file).sort()).toEqual(dockerfiles.sort());
    expect(new Set(built.map(({ image }) => image)).size).toBe(built.length);
    const build = jobs.images?.steps.find(({ uses }) => uses?.startsWith("docker/build-push-action@"));
    expect(build?.with).toMatchObject({
      platforms: "linux/amd64,linux/arm64",
      push: true,
      sbom: true,
      provenance: "mode=max",
    });
    const signing = jobs.images?.steps.find(({ run }) => run?.startsWith("cosign sign "));
    expect(signing?.env?.DIGEST).toContain("steps.build.outputs.digest");
    expect(jobs.images?.permissions).toMatchObject({ packages: "write", "id-token": "write" });
  });

  it("publishes nothing that .ci/run has not passed", () => {
    expect(statSync(join(root, ".ci/run")).mode & 0o111).not.toBe(0);
    expect(jobs.check?.steps.map(({ run }) => run)).toContain(".ci/run");
    for (const [name, job] of Object.entries(jobs)) if (name !== "check") expect(job.needs).toBe("check");
  });

  it("runs the pnpm of the repository, on packages that exist", () => {
    const { packageManager } = JSON.parse(read("package.json")) as { packageManager: string };
    const commands = jobs.packages?.steps.flatMap(({ run }) => run ?? []) ?? [];
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands) expect(command).toMatch(`npx -y ${packageManager} `);
    const published = readdirSync(join(root, "packages"))
      .map((folder) => JSON.parse(read(`packages/${folder}/package.json`)) as Record<string, unknown>)
      .filter(({ private: isPrivate }) => !isPrivate);
    for (const { name, repository, publishConfig, license, files: contents } of published) {
      expect(name).toMatch(/^(?:@marketplace-api\/[\w-]+|marketplace-api)$/);
      expect(publishConfig).toMatchObject({ access: "public", provenance: true });
      expect({ license, repository, contents }).toEqual({
        license: "Apache-2.0",
        repository: expect.objectContaining({ type: "git" }),
        contents: expect.arrayContaining(["dist"]),
      });
    }
    expect(published.map(({ name }) => name)).toEqual(expect.arrayContaining(["marketplace-api"]));
  });
});

describe("the action", () => {
  it("hands its inputs to a script that exists, and outputs what that prints", () => {
    const [step] = action.runs.steps;
    const [, script = ""] = /\$GITHUB_ACTION_PATH\/(\S+?)"/.exec(step?.run ?? "") ?? [];
    expect(statSync(join(root, script)).mode & 0o111).not.toBe(0);
    for (const name of Object.keys(action.inputs))
      expect(Object.values(step?.env ?? {})).toContain(`\${{ inputs.${name} }}`);
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toBe(`\${{ steps.${step?.id}.outputs.${name} }}`);
      expect(read(script)).toContain(`echo "${name}=`);
    }
  });

  it("waits until the product is ready, and says where it is", async () => {
    const { folder, port } = await actionRun(readyProduct);
    const { stdout } = await start(folder, port);
    expect(stdout).toContain("::add-mask::the-token");
    const said = readFileSync(join(folder, "output"), "utf8");
    const [, sandbox = ""] = /^sandbox-file=(.*)$/m.exec(said) ?? [];
    expect(said).toBe(`url=http://127.0.0.1:${port}\nsandbox-file=${sandbox}\nadmin-token=the-token\n`);
    expect(existsSync(sandbox)).toBe(true);
    expect(readFileSync(join(folder, "env"), "utf8")).toBe(`MARKETPLACE_SANDBOX=${sandbox}\n`);
    expect(readFileSync(join(folder, "words"), "utf8")).toBe("--yes marketplace-api@1.2.3 start\n");
  });

  it("fails with the product's words when that ends", async () => {
    const { folder, port } = await actionRun('echo "the port is taken" >&2; exit 1');
    await expect(start(folder, port)).rejects.toMatchObject({
      stderr: expect.stringContaining("port is taken"),
    });
  });
});

/** Stands in for the product: writes its file, and answers that it is ready until the test ends. */
const readyProduct = `mkdir -p "$DATA_DIR"
echo '{"sandbox":{"admin_token":"the-token"}}' >"$DATA_DIR/sandbox.json"
echo $$ >"$RUNNER_TEMP/pid"
exec node -e 'require("http").createServer((_, res) => res.end()).listen(process.env.PORT, "127.0.0.1")'`;

/** A folder with an npx that runs these commands. */
async function actionRun(commands: string): Promise<{ folder: string; port: number }> {
  const folder = mkdtempSync(join(tmpdir(), "github-action-"));
  writeFileSync(join(folder, "npx"), `#!/bin/sh\necho "$@" >"$RUNNER_TEMP/words"\n${commands}\n`, {
    mode: 0o755,
  });
  onTestFinished(() => {
    const pid = join(folder, "pid");
    if (existsSync(pid)) process.kill(Number(readFileSync(pid, "utf8")));
    rmSync(folder, { recursive: true });
  });
  return { folder, port: await freePort() };
}

const start = (folder: string, port: number) =>
  promisify(execFile)(join(root, "deploy/github/start.sh"), {
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: join(folder, "output"),
      GITHUB_ENV: join(folder, "env"),
      VERSION: "1.2.3",
      PORT: String(port),
      SEED: "demo",
    },
  });
