/** A floor: one figure that must hold. */
export interface Floor {
  /** Path and contender, as in the table. */
  row: string;
  what: string;
  holds(figures: Figures): boolean | undefined;
}

/** Figures of a row. Shares are of the limit's requests per second, latencies are in milliseconds. */
export interface Figures {
  ofLimit: number | undefined;
  timesPrism: number | undefined;
  timesChain: number | undefined;
  p99: number;
}

const share = (row: string, percent: number): Floor => ({
  row,
  what: `at least ${percent} % of the limit`,
  holds: ({ ofLimit }) => (ofLimit === undefined ? undefined : ofLimit * 100 >= percent),
});

const times = (row: string, name: string, count: number, of: "timesPrism" | "timesChain"): Floor => ({
  row,
  what: `at least ${count} times ${name}`,
  holds: (figures) => {
    const factor = figures[of];
    return factor === undefined ? undefined : factor >= count;
  },
});

const evenness = (row: string): Floor => ({
  row,
  what: "p99 below 25 ms",
  holds: ({ p99 }) => p99 < 25,
});

/** The floors of each path. The p99 of an item search has none. */
export const floors: readonly Floor[] = [
  share("category/one process", 50),
  share("category/split", 50),
  share("item/one process", 15),
  share("item/split", 5),
  share("questions/one process", 4),
  share("search/one process", 0.6),
  share("discovery/one process", 18),
  share("dump/one process", 60),
  share("ask/one process", 100),
  share("upload/service", 40),
  share("upload/gateway and service", 25),
  times("category/one process", "Prism", 3, "timesPrism"),
  times("category/one process", "the Express chain", 20, "timesChain"),
  ...["category", "item"].flatMap((path) => [evenness(`${path}/one process`), evenness(`${path}/split`)]),
  ...["questions", "discovery", "dump", "ask"].map((path) => evenness(`${path}/one process`)),
];

/** Bounds of a fresh process: seconds to `/readyz`, and resident MiB. */
export const startBounds = { warmStartSeconds: 2.5, idleMiB: 150 } as const;
