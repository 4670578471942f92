import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs/start/five-minutes.md"), "utf8");
/** The page's commands, as a reader pastes them. */
const [, shown = ""] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];

interface Pasted {
  stdout: string;
  /** Method, address and status of every request. */
  requests: string[];
}

/** Runs commands in bash, as a whole. Each curl also prints its request and status to standard error. */
async function paste(commands: string, cwd: string): Promise<Pasted> {
  const told = `curl() { command curl -sS -w '%{stderr}%{method} %{url_effective} %{http_code}\\n' "$@"; }`;
  const env = { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
  return new Promise((resolve, reject) => {
    execFile("bash", ["-ec", `${told}\n${commands}`], { cwd, env }, (error, stdout, stderr) => {
      const requests = stderr.split("\n").filter((line) => line !== "");
      if (error) reject(new Error(`${error.message}\n${stderr}`));
      else resolve({ stdout, requests });
    });
  });
}

/** Pastes the five minutes in a folder with a running product's `.data`; every request succeeds. */
export async function walkFiveMinutes({ baseUrl, folder }: { baseUrl: string; folder: string }) {
  const commands = shown.replace("http://127.0.0.1:8080", baseUrl);
  assert.ok(commands.includes(`API=${baseUrl}`), "the address is replaced");
  const { stdout, requests } = await paste(commands, folder);
  assert.equal(requests.length, commands.match(/^curl /gm)?.length);
  for (const request of requests) assert.match(request, /^(GET|POST|DELETE|OPTIONS) http\S+ 20[014]$/);
  const [, checksum = "none"] = /x-content-md5: (\w+)/i.exec(stdout) ?? [];
  for (const part of [`${checksum}  tree.json`, "/**/show([200,", '"status":"UNANSWERED"'])
    assert.ok(stdout.includes(part), part);
}
