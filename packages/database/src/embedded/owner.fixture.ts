// Owns the embedded Postgres of the data directory given, for tests to kill: prints its port, waits.
import { startEmbeddedPostgres } from "./start.ts";

const dataDir = process.argv[2] ?? "";
try {
  const server = await startEmbeddedPostgres({ dataDir, sync: false });
  // As an application would: not at the first signal, for requests have to finish.
  process.on("SIGINT", () => console.log("interrupted"));
  console.log(server.port);
  setInterval(() => {}, 60_000);
} catch (error) {
  console.log(String(error));
}
