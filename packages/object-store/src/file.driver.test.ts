import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { StoreSubject } from "./conformance.subject.ts";
import { objectStoreConformance } from "./conformance.ts";
import { openObjectStore } from "./open.ts";

/** Takes a folder away as a lost mount does; `instead` is what stands in its place. */
async function lose(
  folder: string,
  instead: (folder: string) => Promise<void>,
): Promise<() => Promise<void>> {
  await rename(folder, `${folder}-away`);
  await instead(folder);
  return async () => {
    await rm(folder, { recursive: true, force: true });
    await rename(`${folder}-away`, folder);
  };
}

async function open(): Promise<StoreSubject> {
  const home = await mkdtemp(path.join(tmpdir(), "object-store-"));
  const root = path.join(home, "objects-root");
  const store = await openObjectStore({ driver: "file", root });
  return {
    store,
    faults: {
      "has lost its folder": () => lose(root, async () => {}),
      "finds a file where its folder was": () => lose(root, (folder) => writeFile(folder, "")),
      "finds an empty folder where its objects were": () =>
        lose(root, async (folder) => void (await mkdir(folder))),
    },
    leftovers: () => readdir(path.join(root, "objects", "temporary")),
    close: async () => {
      await store.close();
      await rm(home, { recursive: true });
    },
  };
}

objectStoreConformance("file-system", {
  faults: [
    "has lost its folder",
    "finds a file where its folder was",
    "finds an empty folder where its objects were",
  ],
  open,
});
