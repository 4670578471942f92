import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installed } from "../product/debian-package.ts";

/**
 * The wall clock of a product's own processes, which can be set while they run; their monotonic clock stays true. The embedded
 * Postgres is started with an environment of its own and keeps the true time, so the two clocks disagree meanwhile.
 */
export interface MovedClock {
  /** The environment of the product. */
  env: Record<string, string>;
  /** Sets the clock so many hours after, or before, the true time. */
  offset(hours: number): void;
}

/** A clock that libfaketime gives to processes by the name of a file in `folder`. Throws where the library cannot be had. */
export function movedClock(folder: string): MovedClock {
  const file = join(folder, "clock");
  const offset = (hours: number) => writeFileSync(file, `${hours < 0 ? "-" : "+"}${Math.abs(hours)}h\n`);
  offset(0);
  return {
    env: {
      LD_PRELOAD: library(),
      FAKETIME_TIMESTAMP_FILE: file,
      DONT_FAKE_MONOTONIC: "1",
      // Seconds for which what the file says is believed.
      FAKETIME_CACHE_DURATION: "1",
    },
    offset,
  };
}

/** The library for programs with threads. */
const library = () =>
  installed({
    name: "libfaketime",
    find: () => globSync("/usr/lib/*/faketime/libfaketimeMT.so.1")[0],
    advice: "The clock cannot be moved without libfaketime (Debian: apt-get install libfaketime, as root)",
  });
