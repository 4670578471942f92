import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installed } from "@marketplace/testkit/debian-package";

/**
 * The wall clock of the product's processes, which can be set while they run. Their monotonic clock stays
 * true. The embedded Postgres keeps the true time, so the two clocks disagree meanwhile.
 */
export interface MovedClock {
  /** Environment variables of the product. */
  env: Record<string, string>;
  /** Sets the clock this many hours after, or before, the true time. */
  offset(hours: number): void;
}

/**
 * Creates a clock by libfaketime, set through a file in `folder`. Throws where the library is not available.
 */
export function movedClock(folder: string): MovedClock {
  const file = join(folder, "clock");
  const offset = (hours: number) => writeFileSync(file, `${hours < 0 ? "-" : "+"}${Math.abs(hours)}h\n`);
  offset(0);
  return {
    env: {
      LD_PRELOAD: library(),
      FAKETIME_TIMESTAMP_FILE: file,
      DONT_FAKE_MONOTONIC: "1",
      // libfaketime reads the file again after this many seconds.
      FAKETIME_CACHE_DURATION: "1",
    },
    offset,
  };
}

/** The variant of the library for programs with threads. */
const library = () =>
  installed({
    name: "libfaketime",
    find: () => globSync("/usr/lib/*/faketime/libfaketimeMT.so.1")[0],
    advice: "The clock cannot be moved without libfaketime (Debian: apt-get install libfaketime, as root)",
  });
