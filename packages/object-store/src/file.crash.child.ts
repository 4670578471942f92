import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { Readable } from "node:stream";

// A process that does one thing to a store and dies of SIGKILL before its nth call to the file system.
// Arguments: root, what to do (create, replace, remove), n. It exits with 0 when it got through.

const [root = "", action, last] = process.argv.slice(2);
const CALLS = ["access", "link", "open", "rename", "stat", "unlink"] as const;
const HANDLE_CALLS = ["sync", "writeFile", "writev"] as const;

let armed = false;
let left = Number(last);

function step(): void {
  if (armed && left-- === 0) process.kill(process.pid, "SIGKILL");
}

function counted<T extends object>(target: T, names: readonly (keyof T)[]): void {
  for (const name of names) {
    const original = target[name];
    if (typeof original !== "function") throw new Error(`there is no call ${String(name)}`);
    const call = function (this: unknown, ...args: unknown[]) {
      step();
      return original.apply(this, args);
    };
    Object.assign(target, { [name]: call });
  }
}

async function* body(): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < 4; piece++) {
    step();
    yield Buffer.alloc(100_000, action);
  }
}

const handle = await fs.open(process.execPath);
counted(Object.getPrototypeOf(handle), HANDLE_CALLS);
await handle.close();
counted(fs, CALLS);
syncBuiltinESMExports();
// The driver alone, since it is loaded some sixty times.
const { openFileStore } = await import("./file.driver.ts");
const store = await openFileStore({ driver: "file", root });
armed = true;
if (action === "remove") await store.delete("key");
else
  await store.put("key", Readable.from(body()), { contentType: "text/xml", ifAbsent: action === "create" });
process.exit(0);
