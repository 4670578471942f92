import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../../scripts/command-line.ts";
import { residentMiB } from "../main/processes.ts";
import { type Product, startProduct } from "../main/product.ts";
import { inMs, measure } from "../measure/latency.ts";

const usage = `Usage: node sandbox/run.ts [--worlds 20] [--runs 10] [--requests 4000]

Measures worlds of the sandbox lab, on the product in one process with demo data: how long create, fork and reset
take, how much memory a world adds, and the requests per second over many worlds relative to one.

  --worlds N    worlds that are used together (20)
  --runs N      creations, forks and resets (10)
  --requests N  reads of an item for each figure, sixteen under way at once (4000)`;
const { values } = commandLine(usage, {
  options: {
    worlds: { type: "string", default: "20" },
    runs: { type: "string", default: "10" },
    requests: { type: "string", default: "4000" },
  },
});
const atOnce = 16;

interface World {
  world: { id: string };
  users: { buyer_mla: { access_token: string } };
  fixtures: { item_active: string };
}

async function measureOn({ url, pid }: Product, adminToken: string): Promise<void> {
  const lab = async (method: string, path: string, body?: object): Promise<World> => {
    const headers = { Authorization: `Bearer ${adminToken}`, "Content-Type": "application/json" };
    const answer = await fetch(`${url}/_sandbox${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} got ${answer.status}: ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as World;
  };
  const create = () => lab("POST", "/worlds", { from: "demo" });
  const drop = ({ world }: World) => lab("DELETE", `/worlds/${world.id}`);
  const read = async ({ users, fixtures }: World): Promise<void> => {
    const headers = { Authorization: `Bearer ${users.buyer_mla.access_token}` };
    const answer = await fetch(`${url}/items/${fixtures.item_active}?attributes=id`, { headers });
    await answer.text();
    if (answer.status !== 200) throw new Error(`an item got ${answer.status}`);
  };
  const perSecond = async (worlds: readonly World[]): Promise<number> => {
    for (const world of worlds) await read(world);
    let begun = 0;
    const startedAt = performance.now();
    const readNext = async (): Promise<void> => {
      while (begun < Number(values.requests)) {
        const world = worlds[begun % worlds.length];
        begun += 1;
        if (world) await read(world);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, readNext));
    return Number(values.requests) / ((performance.now() - startedAt) / 1_000);
  };

  const made: World[] = [];
  const runs = Number(values.runs);
  const print = async (name: string, work: () => Promise<unknown>) => {
    const { p50, p99 } = await measure(work, runs, 1);
    console.log(`${name.padEnd(10)} ${inMs(p50)} ${inMs(p99)}`);
  };
  console.log(`${"".padEnd(10)}        p50    longest`);
  await print("create", async () => made.push(await create()));
  const [first] = made;
  if (!first) throw new Error("no world was made");
  await read(first);
  await print("fork", async () => made.push(await lab("POST", `/worlds/${first.world.id}/fork`, {})));
  await print("reset", () => lab("POST", `/worlds/${first.world.id}/reset`));
  for (const world of made) await drop(world);

  const alone = await create();
  const before = await perSecond([alone]);
  const begun = residentMiB(pid) ?? 0;
  const worlds = [alone];
  while (worlds.length < Number(values.worlds)) worlds.push(await create());
  for (const world of worlds) await read(world);
  const perWorld = ((residentMiB(pid) ?? 0) - begun) / (worlds.length - 1);
  const together = await perSecond(worlds);
  const share = Math.round((100 * together) / before);
  console.log(
    `${worlds.length} worlds: ${Math.round(together)} requests/s, one: ${Math.round(before)} (${share} %)`,
  );
  console.log(`memory of a world that is open: ${perWorld.toFixed(1)} MiB`);
}

const dataDir = mkdtempSync(join(tmpdir(), "bench-sandbox-"));
const product = await startProduct(dataDir, "one process");
try {
  const { sandbox } = JSON.parse(readFileSync(join(dataDir, "sandbox.json"), "utf8")) as {
    sandbox: { admin_token: string };
  };
  await measureOn(product, sandbox.admin_token);
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
