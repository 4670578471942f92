import { commandLine } from "../../../scripts/command-line.ts";
import { startCluster } from "../test-server/cluster.ts";
import { drillAll } from "./drill-all.ts";

const usage = `Usage: pnpm test:opensearch-cluster [--only "part of a name"] [--seconds 10] [--items 5000]

Takes nodes of an OpenSearch cluster away, and copies its index, while processes search and feed it: no search may
fail, and every change must be found afterwards.

  --only TEXT  only drills whose name contains the text: copy, manages, reindex, hangs
  --seconds N  how long a node is away
  --items N    beside those that change`;

const { values } = commandLine(usage, {
  options: {
    only: { type: "string", default: "" },
    seconds: { type: "string", default: "10" },
    items: { type: "string", default: "5000" },
  },
});
const nodeCount = 3;
const heap = 400;

const cluster = await startCluster(nodeCount, { heap });
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    void cluster.remove().finally(() => process.exit(1));
  });
try {
  const settings = { seconds: Number(values.seconds), items: Number(values.items), only: values.only };
  const problems = await drillAll(cluster, settings);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  await cluster.remove();
}
