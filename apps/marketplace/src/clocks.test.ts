import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { apps, read, root } from "./deployment/repository.fixture.ts";

/** Files that read the wall clock, with the reason that it is not for a duration. */
const mayReadIt: Record<string, string> = {
  "packages/server/src/clock.ts": "is the machine's clock",
  "packages/conventions/src/request/assertion.ts":
    "the end of an assertion is a moment that another process looks at",
  "packages/client/src/system-clock.ts": "is the client's clock",
  "apps/console/src/session/begin.ts": "tells the client when a token ends, as the client itself does",
  "packages/database/src/embedded/initialize.ts": "compares with the times of files",
  "packages/search-index/src/opensearch/state.ts": "numbers the epochs of feeders, ahead of lost ones",
  "packages/object-store/src/file.sweep.ts": "compares with the times of files",
  "packages/object-store/src/file.symlinks.ts": "compares with the times of files",
  "packages/record/src/proxy/recorder.ts": "says when a request was made, in real time",
  "packages/sandbox/src/notifications/record-notification.ts": "says when an attempt began, in real time",
  "packages/sandbox/src/receivers/receivers.resource.ts": "says when a notification arrived, in real time",
  "packages/sandbox/src/requests/recorded.ts": "says when a request arrived, in real time",
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

/** Statements that ask the server for the time, with the reason that it is not domain time. */
const mayAskServer: Record<string, string> = {
  "packages/database/src/idempotency-keys.ts": "claims of keys are leases",
  "packages/database/src/migrate/migrate.ts": "records migrations in Prisma's own table",
  "packages/database/src/read-replica/last-writes.ts": "compares with the server's log",
  "packages/object-store/src/unowned-objects.repo.ts": "graces and claims of files are leases",
  "apps/catalog-service/src/item-index/item-changes.repo.ts": "is for how long a follower may be away",
  "apps/invoices-service/src/mail/outgoing-mail.repo.ts": "attempts to reach a mail server are claimed so",
};

/** Columns that the server fills with the time, with the reason that it is not domain time. */
const mayDefaultToIt: Record<string, string> = {
  "IdempotencyKey.claimedAt": "is a lease",
  "Purchase.begunAt": "is a lease, and given",
  "ItemChange.createdAt": "is for how long a follower may be away",
  "LabeledTitle.createdAt": "is read by nobody but operators",
  "StockReservation.createdAt": "is read by nobody but operators",
  "IdempotencyKey.createdAt": "is given",
  "Picture.neededAt": "is given",
  "Application.createdAt": "is given",
  "Order.lastUpdated": "is given",
  "TokenFamily.createdAt": "is given",
  "User.createdAt": "is given",
};

const serverTime =
  /(?<![.\w])(?:now|(?:clock|statement|transaction)_timestamp)\(\)|\b(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)\b/i;

/** What a source says in its literals: statements are some of them. */
const literalsOf = (source: string): string =>
  source
    .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "")
    .replaceAll(/\$\{[^}]*\}/g, "")
    .match(/`[^`]*`|"(?:\\.|[^"\\\n])*"/g)
    ?.join("\n") ?? "";

it("gives statements domain time: those that ask the server for the time are listed, with the reason", () => {
  const asking = sources.filter((path) => serverTime.test(literalsOf(read(path))));
  expect(asking.toSorted()).toEqual(Object.keys(mayAskServer).toSorted());
});

it("has no function or trigger that asks the server for the time", () => {
  const functions = globSync("packages/database/prisma/*/functions/*.sql", { cwd: root });
  expect(functions.length).toBeGreaterThan(10);
  expect(functions.filter((path) => serverTime.test(read(path)))).toEqual([]);
});

it("has no column that the server fills with the time but those that are listed, with the reason", () => {
  const schemas = globSync("packages/database/prisma/*/schema.prisma", { cwd: root });
  const filled = schemas.flatMap((path) =>
    read(path)
      .split(/^model /m)
      .flatMap((model) =>
        [...model.matchAll(/^ *(\w+) +DateTime\b.*@default\((?:now\(\)|dbgenerated)/gm)].map(
          ([, column]) => `${model.split(" ", 1)[0]}.${column}`,
        ),
      ),
  );
  expect([...new Set(filled)].toSorted()).toEqual(Object.keys(mayDefaultToIt).toSorted());
});

const keepers = apps.filter((app) => /\bidempotencyStore\(/.test(read(`apps/${app}/src/deps.ts`)));

it("keeps idempotency keys in the services that have a table of them", () => {
  const schemas = globSync("packages/database/prisma/*/schema.prisma", { cwd: root });
  expect(keepers).toHaveLength(schemas.filter((path) => /^model IdempotencyKey /m.test(read(path))).length);
});

it.each(keepers)("has a job of %s that deletes idempotency keys after their 24 hours", (app) => {
  expect(read(`apps/${app}/src/deps.ts`)).toMatch(/\bidempotency\.purge\(\)/);
  expect(read(`apps/${app}/src/jobs.ts`)).toMatch(/\brepeat\((?:\(\) => deps\.)?purge(?:IdempotencyKeys)?\b/);
});
