import { stopAtOnce } from "./stop-signals.ts";

/** A process whose start does not come to its end. */
stopAtOnce();
setInterval(() => {}, 60_000);
process.send?.("starting");
