/** One figure that must hold. */
export interface Must {
  /** Path and contender, as the table names them; `*` is every row of the product. */
  row: string;
  what: string;
  holds(figures: Figures): boolean | undefined;
}

/** What is known of a row: shares are of the limit's requests per second, milliseconds for latencies. */
export interface Figures {
  ofLimit: number | undefined;
  timesPrism: number | undefined;
  timesChain: number | undefined;
  p99: number;
}

const share = (row: string, percent: number): Must => ({
  row,
  what: `at least ${percent} % of the limit`,
  holds: ({ ofLimit }) => (ofLimit === undefined ? undefined : ofLimit * 100 >= percent),
});

const times = (row: string, name: string, count: number, of: "timesPrism" | "timesChain"): Must => ({
  row,
  what: `at least ${count} times ${name}`,
  holds: (figures) => {
    const factor = figures[of];
    return factor === undefined ? undefined : factor >= count;
  },
});

/** What must hold on each path. */
export const musts: readonly Must[] = [
  share("category/one process", 45),
  share("category/split", 45),
  share("item/one process", 4),
  share("item/split", 2),
  share("search/one process", 2),
  share("discovery/one process", 10),
  share("dump/one process", 60),
  share("ask/one process", 40),
  times("category/one process", "Prism", 3, "timesPrism"),
  times("category/one process", "the Express chain", 20, "timesChain"),
  { row: "*", what: "p99 below 25 ms", holds: ({ p99 }) => p99 < 25 },
];

/** Of a process that has just started: seconds to `/readyz`, MiB resident. */
export const startMusts = { warmStartSeconds: 2.5, idleMiB: 150 } as const;
