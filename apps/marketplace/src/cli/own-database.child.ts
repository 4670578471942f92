// Started by own-database.db.test.ts: a command at work on a data directory, or one that cannot begin.
import { startOwnDatabase } from "./own-database.ts";

const [dataDir = "", failure] = process.argv.slice(2);
await startOwnDatabase({ dataDir, logLevel: "silent" }, async () => {
  if (failure !== undefined) throw new Error(failure);
});
process.stdout.write("at work\n");
