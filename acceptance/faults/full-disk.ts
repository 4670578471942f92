import { launch, type Product, refusedStart } from "../product/product.ts";
import { postgresServer } from "./postgres.ts";
import type { Settings } from "./settings.ts";
import { becomesTrue } from "./settle.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import type { Tally } from "./tally.ts";
import { noteNotRun, withDataDir } from "./trial.ts";

const megabyte = 1024 * 1024;
const env = { MIN_FREE_BYTES: String(64 * megabyte) };

/**
 * Fills the disk of one process's data directory. Writes are refused below the reserve while reads succeed, a
 * start without room says what to free, and nothing is lost when there is room again.
 */
export async function fullDiskTrial({ only }: Settings, tally: Tally): Promise<void> {
  if (!"whole disk full".includes(only)) return;
  await withDataDir(async (dataDir) => {
    const disk = mountSmallDisk(dataDir, 768);
    if (!disk) return noteNotRun(tally);
    process.stdout.write("  whole disk full\n");
    const products: Product[] = [];
    const launched = async (prepared = false) => {
      const product = await launch({ dataDir, prepared, env });
      products.push(product);
      return product;
    };
    try {
      await fillAndRestart({ dataDir, disk, launched }, tally);
    } finally {
      for (const product of products) await product.stop();
      disk.unmount();
    }
  });
}

interface Stage {
  dataDir: string;
  disk: SmallDisk;
  /** Starts a product, which is stopped in the end. */
  launched(prepared?: boolean): Promise<Product>;
}

async function fillAndRestart({ dataDir, disk, launched }: Stage, tally: Tally): Promise<void> {
  const product = await launched(true);
  const id = (await ask(product)).id;
  disk.leave(40 * megabyte);
  if (!(await becomesTrue(async () => (await ask(product)).status === 507, 30_000)))
    tally.inexcusable.push("below the reserve writes are not refused with 507");
  disk.fill();
  tally.faults += 1;
  if ((await read(product, id)) !== 200) tally.inexcusable.push("on a full disk reads fail");
  // What a loss of power leaves: nothing was stopped, and Postgres has to recover.
  const postgres = await postgresServer(dataDir);
  product.signalGroup("SIGKILL");
  process.kill(postgres, "SIGKILL");
  await product.ended;
  const { code, stderr } = await refusedStart({ dataDir, env });
  const said = stderr.split("\n").filter((line) => line.includes(dataDir));
  if (code !== 1 || !/^The disk of the data directory is full: .* Free at least \d+ MB/.test(said.join("\n")))
    tally.inexcusable.push(`a start on a full disk ends with ${code} and says: ${stderr}`);
  disk.free();
  const again = await launched();
  if ((await read(again, id)) !== 200) tally.lost.push(`question ${id} after a full disk`);
  if ((await ask(again)).status !== 201) tally.inexcusable.push("with room again writes are refused");
}

/** Asks a question as the demo's buyer. */
async function ask({ baseUrl, sandbox }: Product): Promise<{ status: number; id: number }> {
  const answer = await fetch(`${baseUrl}/questions`, {
    method: "POST",
    headers: { ...authorization(sandbox), "Content-Type": "application/json" },
    body: JSON.stringify({ item_id: sandbox.fixtures.item_active, text: "Sigue en venta?" }),
  });
  const { id } = (await answer.json()) as { id: number };
  return { status: answer.status, id };
}

async function read({ baseUrl, sandbox }: Product, id: number): Promise<number> {
  const answer = await fetch(`${baseUrl}/questions/${id}`, { headers: authorization(sandbox) });
  await answer.arrayBuffer();
  return answer.status;
}

const authorization = ({ users }: Product["sandbox"]) => ({
  Authorization: `Bearer ${users.buyer_mla.access_token}`,
});
