import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { read } from "./repository.fixture.ts";
import { runScript } from "./script.fixture.ts";

let state = "";
afterEach(() => rmSync(state, { recursive: true, force: true }));

/** Answers each reading of the job by the next line of a file, then by the last one; `away` is an error. */
const kubectl = `#!/bin/sh
echo "$*" >>"$STATE/said"
case "$*" in *" logs "*) echo "the last words"; exit 0 ;; esac
line=$(head -n 1 "$STATE/answers")
[ "$(wc -l <"$STATE/answers")" -eq 1 ] || sed -i 1d "$STATE/answers"
if [ "$line" = away ]; then echo "connection refused" >&2; exit 1; fi
echo "$line"
`;

/** Runs the script on what kubectl says one after the other; no second passes. */
function wait(answers: readonly string[], words: readonly string[] = ["migrate"]) {
  state = mkdtempSync(join(tmpdir(), "marketplace-wait-"));
  writeFileSync(join(state, "answers"), answers.map((line) => `${line}\n`).join(""));
  writeFileSync(join(state, "said"), "");
  const ended = runScript("deploy/kubernetes/wait-for-job.sh", words, { state, programs: { kubectl } });
  return { ...ended, said: readFileSync(join(state, "said"), "utf8").trim().split("\n") };
}

it("ends with 0 when the job is complete", () => {
  const { status, said } = wait(["", "", "SuccessCriteriaMet ", "SuccessCriteriaMet Complete "]);
  expect([status, said.length]).toEqual([0, 4]);
  expect(said[0]).toMatch(/^--namespace marketplace get job migrate /);
});

it("ends with 1 and the job's last words when it has failed", () => {
  const { status, stderr, said } = wait(["", "FailureTarget ", "FailureTarget Failed ", "Complete "]);
  expect([status, said.length]).toEqual([1, 4]);
  expect(stderr).toContain("the last words");
  expect(stderr).toContain("migrate has failed");
});

it("waits on while the cluster does not answer for a moment, and not for ever", () => {
  expect(wait(["away", "away", "", "away", "Complete "]).status).toBe(0);
  const gone = wait(["away"]);
  expect([gone.status, gone.said.length]).toEqual([1, 10]);
  expect(gone.stderr).toContain("migrate cannot be read");
});

it("waits no longer than it is told to", () => {
  const { status, stderr, said } = wait([""], ["bootstrap", "10"]);
  expect([status, said.length]).toEqual([1, 6]);
  expect(stderr).toContain("bootstrap has not ended in 10 seconds");
});

it("is what the guide waits by: nothing is deployed after a job that failed", () => {
  for (const [page, jobs] of [
    ["docs/deploy.md", ["migrate", "bootstrap"]],
    ["docs/upgrade.md", ["migrate"]],
  ] as const) {
    const commands = read(page);
    for (const job of jobs) expect(commands).toContain(`wait-for-job.sh ${job}`);
    expect(commands).not.toContain("--for=condition=complete");
  }
});
