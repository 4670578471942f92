import { freePort, type NodeOptions, newNode, type TestNode } from "./node.ts";

export interface TestCluster {
  nodes: readonly TestNode[];
  /** The node that manages the cluster. */
  manager(): Promise<TestNode>;
  /** The node with the first copy of an index, or of the one behind an alias. */
  holder(index: string): Promise<TestNode>;
  /** Names of the indices that begin so. */
  indices(prefix: string): Promise<string[]>;
  /** Waits until all nodes are there and every copy of every index is active; throws after two minutes. */
  whole(): Promise<void>;
  /** Copies that have not as many documents as the first of their index. */
  differing(prefix: string): Promise<string[]>;
  remove(): Promise<void>;
}

const nameOf = (at: number): string => `node-${at}`;

/** Nodes on free ports of loopback that form a cluster. Each of them may manage it and has data. */
export async function startCluster(count: number, options: NodeOptions = {}): Promise<TestCluster> {
  const nodes = await newNodes(count, options);
  const remove = async () => {
    for (const node of nodes) await node.remove();
  };
  // Side by side: one alone waits for the others.
  await Promise.all(nodes.map((node) => node.start())).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return { ...lookInto(nodes), nodes, remove };
}

async function newNodes(count: number, options: NodeOptions): Promise<TestNode[]> {
  const ports = await Promise.all(Array.from({ length: count * 2 }, freePort));
  const [http, transport] = [ports.slice(0, count), ports.slice(count)];
  const shared = {
    "discovery.seed_hosts": transport.map((port) => `127.0.0.1:${port}`).join(),
    "cluster.initial_cluster_manager_nodes": http.map((_, at) => nameOf(at)).join(),
  };
  const nodes = http.map((port, at) => {
    const settings = { ...shared, "transport.port": transport[at] ?? 0 };
    return newNode({ ...options, name: nameOf(at), port, settings });
  });
  return Promise.all(nodes);
}

export function lookInto(nodes: readonly TestNode[]): Omit<TestCluster, "nodes" | "remove"> {
  const ask = async (path: string, method = "GET"): Promise<string> => {
    const node = nodes.find((each) => each.answers());
    if (!node) throw new Error("no node runs");
    const answer = await fetch(node.url + path, { method });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  };
  const rows = async (path: string): Promise<string[][]> => {
    const lines = (await ask(path)).trim().split("\n");
    return lines.filter(Boolean).map((line) => line.trim().split(/\s+/));
  };
  const named = (name: string | undefined): TestNode => {
    const node = nodes.find((_, at) => nameOf(at) === name);
    if (!node) throw new Error(`there is no node ${name}`);
    return node;
  };
  return {
    manager: async () => named((await rows("/_cat/cluster_manager?h=node"))[0]?.[0]),
    async holder(index) {
      const copies = await rows(`/_cat/shards/${index}?h=prirep,node`);
      return named(copies.find(([kind]) => kind === "p")?.[1]);
    },
    indices: async (prefix) => (await rows(`/_cat/indices/${prefix}*?h=index`)).map(([name = ""]) => name),
    async whole() {
      const wanted = `wait_for_status=green&wait_for_nodes=${nodes.length}&wait_for_no_relocating_shards=true`;
      await ask(`/_cluster/health?${wanted}&timeout=120s`);
    },
    async differing(prefix) {
      await ask(`/${prefix}*/_refresh`, "POST");
      const copies = await rows(`/_cat/shards/${prefix}*?h=index,shard,prirep,docs,node`);
      const first = new Map(
        copies
          .filter(([, , kind]) => kind === "p")
          .map(([index, shard, , docs]) => [`${index} ${shard}`, docs]),
      );
      return copies
        .filter(([index, shard, , docs]) => docs !== first.get(`${index} ${shard}`))
        .map((copy) => copy.join(" "));
    },
  };
}
