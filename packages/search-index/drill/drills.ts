import { setTimeout as delay } from "node:timers/promises";
import { isUnavailable } from "@marketplace/conventions";
import type { OpenSearchIndex } from "../src/opensearch/opensearch-index.ts";
import type { TestCluster } from "../test-server/cluster.ts";
import type { TestNode } from "../test-server/node.ts";
import type { InTurn } from "./feeder.ts";

/** What happens to the cluster while clients search and write. */
export interface Drill {
  name: string;
  begin(): Promise<void>;
  /** Ends what it began. */
  end(): Promise<void>;
}

export interface Drilled {
  cluster: TestCluster;
  /** A process that copies the index, as the command line does after a release. */
  copier: OpenSearchIndex;
  inTurn: InTurn;
  /** Names of the indices begin so. */
  prefix: string;
  /** How long a node is away. */
  seconds: number;
}

export const drillsOf = (drilled: Drilled): Drill[] => [
  kill(drilled, "a node with the first copy of the index", holderOf),
  kill(drilled, "the node that manages the cluster", ({ cluster }) => cluster.manager()),
  reindex(drilled),
  killWhileReindexing(drilled),
  hang(drilled),
];

const holderOf = ({ cluster, prefix }: Drilled): Promise<TestNode> => cluster.holder(`${prefix}-mla`);

function kill(drilled: Drilled, what: string, choose: (drilled: Drilled) => Promise<TestNode>): Drill {
  let taken: TestNode | undefined;
  return {
    name: `kill -9 of ${what}`,
    async begin() {
      taken = await choose(drilled);
      await taken.kill();
      await delay(drilled.seconds * 1_000);
    },
    end: async () => taken?.start(),
  };
}

const copied = async ({ copier, inTurn }: Drilled): Promise<void> => {
  const sites = await copier.reindex({ force: true, inTurn });
  if (sites.join() !== "MLA") throw new Error(`copied ${sites.join() || "nothing"}`);
};

const reindex = (drilled: Drilled): Drill => ({
  name: "reindex",
  begin: () => copied(drilled),
  end: async () => {},
});

const pollMs = 20;
const maxPolls = 3_000;

/** The node with the version that is being filled goes. */
function killWhileReindexing(drilled: Drilled): Drill {
  const { cluster, prefix, seconds } = drilled;
  let taken: TestNode | undefined;
  return {
    name: "kill -9 of a node during a reindex",
    async begin() {
      const before = new Set(await cluster.indices(prefix));
      // A request that the node has taken with it ends the command; an operator gives it again.
      const copying = copied(drilled).catch((error: unknown) => {
        if (!isUnavailable(error)) throw error;
        return copied(drilled);
      });
      // It is awaited below.
      copying.catch(() => {});
      let added: string | undefined;
      for (let poll = 0; poll < maxPolls && added === undefined; poll++, await delay(pollMs))
        added = (await cluster.indices(prefix)).find((name) => !before.has(name));
      if (added === undefined) throw new Error("no copy was begun");
      taken = await cluster.holder(added);
      await taken.kill();
      await Promise.all([copying, delay(seconds * 1_000)]);
    },
    end: async () => taken?.start(),
  };
}

/** The cluster gives a node up that does not answer for half a minute. */
const hangsFor = 45;

/** Everything on a machine stands still, as when it loses its network: connections stay open. */
function hang(drilled: Drilled): Drill {
  let taken: TestNode | undefined;
  return {
    name: "a node hangs",
    async begin() {
      taken = await holderOf(drilled);
      taken.hang();
      await delay(hangsFor * 1_000);
    },
    end: async () => taken?.resume(),
  };
}
