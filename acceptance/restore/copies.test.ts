import { test } from "vitest";
import { expectCopyServes } from "./copied.ts";

test.each([
  ["cp -r", 'cp -r "$FROM" "$TO"'],
  ["tar", 'tar -cf "$FROM.tar" "$FROM"; mkdir "$TO"; tar -xf "$FROM.tar" -C "$TO" --strip-components=1'],
])(
  "a copy of a stopped product's data directory made by %s serves the same files",
  async (_, command) => {
    await expectCopyServes(command);
  },
  300_000,
);
