import { setImmediate as turn } from "node:timers/promises";
import { bareApp, requests } from "@marketplace/conventions";
import { health, runProcess, silentLogger, stopAtOnce } from "./index.ts";

/** A service in its own process that takes a few event-loop turns for each answer: for tests of shutdown. */
const app = bareApp()
  .use(requests({ log: silentLogger(), authenticate: () => ({ kind: "none" }) }))
  .use(health({}))
  .use(async (_req, res) => {
    for (let n = 0; n < 5; n++) await turn();
    res.write("first half, ");
    for (let n = 0; n < 5; n++) await turn();
    res.end("second half");
  });

const log = Object.assign(silentLogger(), {
  info(details: { port?: number; internalPort?: number }, message: string) {
    if (message === "listening") process.send?.(details);
  },
});

// As every service does: from when it serves on it must not end at once any more.
stopAtOnce();
await runProcess({
  app,
  host: "127.0.0.1",
  port: 0,
  log,
  internal: { app, host: "127.0.0.1", port: 0 },
  shutdownDelayMs: Number(process.argv[2]),
  stop: async () => void process.send?.("stopped"),
});
