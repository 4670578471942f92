import { existsSync } from "node:fs";
import { installed } from "@marketplace/testkit/debian-package";
import { beforeAll, test } from "vitest";
import { expectCopyServes } from "../restore/copied.ts";

beforeAll(() => {
  for (const name of ["rsync", "zip", "unzip"]) {
    const path = `/usr/bin/${name}`;
    const find = () => (existsSync(path) ? path : undefined);
    installed({ name, find, advice: `install ${name}: this suite copies a data directory with it` });
  }
});

test.each([
  ["rsync", 'rsync --recursive "$FROM/" "$TO"'],
  ["zip", 'zip -qr "$FROM.zip" "$FROM"; unzip -q "$FROM.zip" -d unpacked; mv "unpacked/$FROM" "$TO"'],
])("a copy of a stopped product's data directory made by %s serves the same files", async (_, command) => {
  await expectCopyServes(command);
});
