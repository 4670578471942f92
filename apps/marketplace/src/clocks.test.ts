import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { read, root } from "./deployment/repository.fixture.ts";

/** Files that read the wall clock, with the reason that it is not for a duration. */
const mayReadIt: Record<string, string> = {
  "packages/server/src/clock.ts": "is the machine's clock",
  "packages/conventions/src/request/assertion.ts":
    "the end of an assertion is a moment that another process looks at",
  "packages/client/src/system-clock.ts": "is the client's clock",
  "packages/database/src/embedded/initialize.ts": "compares with the times of files",
  "packages/search-index/src/opensearch/state.ts": "numbers the epochs of feeders, ahead of lost ones",
  "packages/object-store/src/file.sweep.ts": "compares with the times of files",
  "packages/object-store/src/file.symlinks.ts": "compares with the times of files",
  "apps/edge-gateway/src/response-cache/serve-cached.ts": "writes the Date header",
  "apps/marketplace/src/boot/demo.ts": "dates the demo",
  "apps/marketplace/src/cli/listen.ts": "prints when something arrived",
};

const sources = globSync("{apps,packages}/*/src/**/*.ts", { cwd: root }).filter(
  (path) => !/generated|\.test\.ts$|\.fixture\.ts$|\.child\.ts$|\/conformance\.|\/testing\//.test(path),
);

it("measures durations by the monotonic clock: whatever reads the wall clock is listed, with the reason", () => {
  expect(sources.length).toBeGreaterThan(300);
  const reading = sources.filter((path) => /\bDate\.now\b|\bnew Date\(\)/.test(read(path)));
  expect(reading.toSorted()).toEqual(Object.keys(mayReadIt).toSorted());
});
