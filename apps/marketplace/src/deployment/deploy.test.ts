import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { runScript } from "./script.fixture.ts";

/** Keeps containers as lines of a file. `BROKEN` is a service whose new containers do not become healthy. */
const docker = `#!/bin/sh
for last; do :; done
echo "$*" >>"$STATE/said"
add() {
  number=$(($(wc -l <"$STATE/made") + 1))
  echo >>"$STATE/made"
  echo "$last new-$number" >>"$STATE/containers"
}
drop() { sed -i "/ $1\\$/d" "$STATE/containers"; }
count() { grep -c "^$last " "$STATE/containers"; }
case "$*" in
"compose config edge-gateway") echo "        published: \\"$PORTS\\"" ;;
"compose ps"*) sed -n "s/^$last //p" "$STATE/containers" ;;
"compose up"*"--scale"*)
  wanted=$(echo "$*" | sed 's/.*--scale [a-z-]*=\\([0-9]*\\) .*/\\1/')
  case "$*" in *--no-recreate*) ;; *) sed -i "/^$last /d" "$STATE/containers" ;; esac
  while [ "$(count)" -lt "$wanted" ]; do add; done
  [ "$last" != "\${BROKEN:-}" ] ;;
stop*) grep -q " $last\\$" "$STATE/containers" ;;
rm*) drop "$last" ;;
esac
`;

let state = "";
afterEach(() => rmSync(state, { recursive: true, force: true }));

interface Deployed {
  code: number | null;
  stderr: string;
  /** The containers afterwards, each after its service. */
  containers: string[];
  /** Those that were started and stopped, in order. */
  order: string[];
}

/** Runs deploy.sh on these containers, with a `docker` that only records its calls. */
function deploy(containers: string[], services: string[], env: Record<string, string> = {}): Deployed {
  state = mkdtempSync(join(tmpdir(), "marketplace-deploy-"));
  writeFileSync(join(state, "containers"), containers.map((line) => `${line}\n`).join(""));
  for (const file of ["made", "said"]) writeFileSync(join(state, file), "");
  const { status, stderr } = runScript("deploy/compose/deploy.sh", services, {
    state,
    programs: { docker },
    env: { PORTS: "8080", ...env },
  });
  const linesOf = (file: string) => readFileSync(join(state, file), "utf8").split("\n").filter(Boolean);
  const order = linesOf("said").flatMap((line) => {
    const [, word = "", what = ""] = /^(?:compose )?(up|stop).* (\S+)$/.exec(line) ?? [];
    return word && what !== "mail" ? [`${word} ${what}`] : [];
  });
  return { code: status, stderr, containers: linesOf("containers"), order };
}

it("starts a new container before it stops an old one, and keeps their number", () => {
  const { code, containers, order } = deploy(
    ["questions-service a", "flex-service b", "flex-service c"],
    ["questions-service", "flex-service"],
  );
  expect(code).toBe(0);
  expect(containers).toEqual(["questions-service new-1", "flex-service new-2", "flex-service new-3"]);
  expect(order).toEqual([
    "up questions-service",
    "stop a",
    "up flex-service",
    "stop b",
    "up flex-service",
    "stop c",
  ]);
});

it("leaves the old containers, and removes the new one, when that does not become healthy", () => {
  const before = ["questions-service a", "flex-service b"];
  const broken = { BROKEN: "questions-service" };
  const { code, containers, order, stderr } = deploy(before, ["questions-service", "flex-service"], broken);
  expect(code).toBe(1);
  expect(containers).toEqual(before);
  expect(order).toEqual(["up questions-service"]);
  expect(stderr).toContain("questions-service could not be replaced");
});

it.each([
  ["no port to spare", "8080", ["up edge-gateway"]],
  ["a port to spare", "8080-8081", ["up edge-gateway", "stop a"]],
  ["as many ports as gateways", "8080-8081", ["up edge-gateway"], ["edge-gateway b"]],
])("replaces the gateway start-first when there is a port to spare: %s", (_, ports, expected, more = []) => {
  const gateways = ["edge-gateway a", ...more];
  const { code, containers, order } = deploy(gateways, ["edge-gateway"], { PORTS: ports });
  expect(code).toBe(0);
  expect(order).toEqual(expected);
  expect(containers.length).toBe(gateways.length);
  expect(containers.every((line) => line.startsWith("edge-gateway new-"))).toBe(true);
});

it("starts a service that does not run yet", () => {
  const { code, containers } = deploy([], ["orders-service"]);
  expect(code).toBe(0);
  expect(containers).toEqual(["orders-service new-1"]);
});
