import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { withPython } from "../../examples/python.ts";
import type { Sandbox } from "../../packages/sandbox-client/src/index.ts";
import { type PythonClient, pythonClients } from "./clients.ts";
import type { Call, Outcome } from "./outcome.ts";

const scripts = join(import.meta.dirname, "python");
const run = promisify(execFile);

interface Tried {
  sandbox: Sandbox;
  python: string;
  /** Where packages are installed, each in a folder of its own: several are named `mercadolibre`. */
  home: string;
}

/** What the scripts know of a world: its `sandbox.json`. */
async function documentFor(sandbox: Sandbox) {
  const world = await sandbox.world({ topics: [] });
  const people = Object.entries(world.users).map(([name, user]) => [
    name,
    { ...user, access_token: user.token },
  ]);
  const { baseUrl: base_url, applications, fixtures } = world;
  const document = { base_url, users: Object.fromEntries(people), applications, fixtures };
  return { world, text: JSON.stringify(document) };
}

/** Why Python cannot import it: the last line of what it says, such as `SyntaxError: …`. */
async function importProblem(python: string, module: string, folder: string): Promise<string | undefined> {
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" };
  return run(python, ["-c", `import ${module}`], { env, cwd: folder }).then(
    () => undefined,
    // Without the hint in parentheses, which names the file.
    ({ stderr }: { stderr: string }) => stderr.trim().split("\n").at(-1)?.replace(/ \(.*/, "") ?? "",
  );
}

async function licenseIn(python: string, folder: string): Promise<string> {
  const { stdout } = await run(python, ["license.py", folder], { cwd: scripts });
  return stdout.trim();
}

const folderOf = ({ name }: PythonClient, home: string): string => join(home, name);

async function install(client: PythonClient, { python, home }: Omit<Tried, "sandbox">): Promise<void> {
  const flags = ["--quiet", "--no-deps", "--no-compile", "--target", folderOf(client, home)];
  await run(python, ["-m", "pip", "install", ...flags, `${client.name}==${client.version}`]);
}

async function outcomeOf(client: PythonClient, { sandbox, python, home }: Tried): Promise<Outcome> {
  const { name, version, module, script, note } = client;
  const folder = folderOf(client, home);
  const license = await licenseIn(python, folder);
  const line = { name, version, from: "PyPI" as const, license, ...(note && { note }) };
  if (!script)
    return { ...line, calls: [], refusal: (await importProblem(python, module, folder)) ?? "no script" };
  const { world, text } = await documentFor(sandbox);
  await using _ = world;
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1", WORLD: text };
  const { stdout } = await run(python, [join(scripts, script)], { env, cwd: home, timeout: 120_000 });
  return { ...line, calls: JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Call[] };
}

/** Installs each library and calls its functions. */
export const tryPythonClients = (sandbox: Sandbox, home: string): Promise<Outcome[]> =>
  withPython(join(scripts, "requirements.txt"), async (python) => {
    await Promise.all(pythonClients.map((client) => install(client, { python, home })));
    const outcomes: Outcome[] = [];
    for (const client of pythonClients) outcomes.push(await outcomeOf(client, { sandbox, python, home }));
    return outcomes;
  });
