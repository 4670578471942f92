import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { program } from "./cli/program.ts";
import { read, root } from "./deployment/repository.fixture.ts";
import { runProgram } from "./run-program.fixture.ts";

const node = (...words: string[]) => runProgram(process.execPath, words);

const commands = (command: Command): Command[] => [command, ...command.commands.flatMap(commands)];
const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** The benches and long suites: every file that reads a command line. */
const tools = ["bench", "acceptance"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("node_modules"))
    .map((file) => `${folder}/${file}`)
    .filter((file) => /commandLine\(usage/.test(read(file)) && !file.endsWith("settings.ts")),
);

describe("--help", { timeout: 180_000 }, () => {
  it("of start says what it takes, and builds and starts nothing", async () => {
    for (const word of ["--help", "-h"]) {
      const { code, stdout, stderr } = await node("scripts/start.mjs", word);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      for (const option of ["--split", "--replicas N", "DATA_DIR"]) expect(stdout).toContain(option);
    }
  });

  it("of migrate says what it needs, and migrates nothing", async () => {
    const { code, stdout } = await node("apps/marketplace/src/migrate.ts", "--help");
    expect(code).toBe(0);
    expect(stdout).toContain("DATABASE_ADMIN_URL");
  });

  it("of deploy.sh says how it is used", async () => {
    const { code, stdout } = await runProgram("sh", ["deploy/compose/deploy.sh", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Upgrades a running stack/);
    expect(stdout).toContain("deploy/compose/deploy.sh questions-service");
  });

  it.each(commands(program).map((command) => [pathOf(command), command] as const))(
    "of %s describes it",
    (_, command) => {
      expect(command.description()).toMatch(/\w/);
      for (const option of command.options) expect(option.description).toMatch(/\w/);
      expect(command.helpInformation()).toContain("--help");
    },
  );

  it("knows the benches and long suites", () => {
    expect(tools.length).toBeGreaterThan(10);
  });

  it.each([...tools, "acceptance/faults/run.ts"])(
    "of %s says what it measures, and runs nothing",
    async (tool) => {
      const { code, stdout, stderr } = await node(tool, "--help");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/^Usage: .*\n\n\w/);
    },
  );
});

describe("the command of the npm package", { timeout: 180_000 }, () => {
  const packaged = (...words: string[]) => node("apps/marketplace/src/packaged.ts", ...words);

  it("lists start, completion and all tools", async () => {
    const { code, stdout } = await packaged("--help");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: marketplace-api /);
    const names = program.commands.map((command) => command.name());
    for (const name of [...names, "start", "completion"])
      expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, "m"));
  });

  it("says how it is started", async () => {
    expect(await packaged("start", "--help")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Usage: npx marketplace-api \[start\]\n(?!.*--split)/s),
    });
  });

  it.each([
    [["trian"], "Did you mean train?"],
    [["start", "--spilt"], "Unknown option '--spilt'"],
    [["start", "--split"], "--split needs the repository"],
    [["completion", "tcsh"], "Allowed choices are zsh, bash, fish, powershell"],
  ])("refuses %j with the reason", async (words, reason) => {
    expect(await packaged(...words)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(reason),
    });
  });

  it.each(["bash", "zsh", "fish"])("completes for %s", async (shell) => {
    expect((await packaged("completion", shell)).stdout).toContain("marketplace-api complete --");
    expect((await packaged("complete", "--", "world", "re")).stdout).toMatch(/^reset\tPuts a world back/);
  });
});

describe("an unknown option", { timeout: 180_000 }, () => {
  it.each([
    ["scripts/start.mjs", ["--spilt"], 1, "start takes --split"],
    ["apps/marketplace/src/migrate.ts", ["--all"], 1, "migrate takes --help only"],
    ["bench/main/run.ts", ["--quik"], 2, "Usage: pnpm bench"],
    ["acceptance/faults/run.ts", ["--second", "3"], 2, "Usage: pnpm test:faults"],
  ])("of %s is refused with what there is", async (file, words, code, hint) => {
    const answer = await node(file, ...words);
    expect(answer).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(hint) });
    expect(answer.stderr).not.toContain("    at ");
  });

  it.each([
    [["trian"], "Did you mean train?"],
    [["users", "creat"], "Did you mean create?"],
    [["listen", "--topic", "questions"], "--help says what there is"],
    [["import", "categories", "f", "--siet", "MLA"], "--help says what there is"],
  ])("of marketplace %j is refused with a hint", async (words, hint) => {
    const { code, stdout, stderr } = await node("apps/marketplace/src/cli.ts", ...words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(hint);
  });

  it("is no separating -- of a package manager", async () => {
    const { code, stdout } = await node("apps/marketplace/src/cli.ts", "--", "users", "--help");
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: marketplace users");
  });
});
