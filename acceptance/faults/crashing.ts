import { serviceNames, servicesOf } from "../product/processes.ts";
import { freePort, type Launch, launch, type Product } from "../product/product.ts";
import { allReady, type Fault, killPostgres, killService } from "./faults.ts";
import { postgresServer, signalAll } from "./postgres.ts";
import { becomesTrue } from "./settle.ts";

/** A product that is restarted on the same directory and port after every kill. */
export interface CrashingProduct {
  present(): Product;
  /** Names of the processes that can be killed. */
  victims: readonly string[];
  /** Kills a victim and resolves when the product is ready again. */
  crash(victim: string): Promise<void>;
}

type Crash = () => Promise<void>;

const startAlone = "the start command alone";
const everything = "everything at once";

/** Starts a product that crashes: in one process, or with a process for each service. */
export async function startCrashing(split: boolean, options: Omit<Launch, "port" | "command">) {
  const words = split ? ["--split"] : [];
  const launched: Launch & { port: number } = {
    ...options,
    port: await freePort(),
    command: ["node", "scripts/start.mjs", ...words],
  };
  const { dataDir } = launched;
  let product = await launch(launched);
  const restart = async (killed: readonly number[]) => {
    signalAll(killed, "SIGKILL");
    await product.ended;
    product = await launch(launched);
  };
  const processes = async () => {
    const services = split ? servicesOf(dataDir).map(({ pid }) => pid) : [];
    return [product.pid, ...services, await postgresServer(dataDir)];
  };
  const ready = async () => (await isReady(product.baseUrl)) && (!split || (await allReady(dataDir)));
  const crashes = new Map<string, Crash>([
    [startAlone, () => restart([product.pid])],
    [everything, async () => restart(await processes())],
    ["Postgres", () => mendedAfter(killPostgres(dataDir), ready)],
  ]);
  const services = split ? serviceNames : [];
  for (const name of services) crashes.set(name, () => mendedAfter(killService(dataDir, name), ready));
  const crashing: CrashingProduct = {
    present: () => product,
    victims: [...crashes.keys()],
    crash: (victim) => crashes.get(victim)?.() ?? Promise.reject(new Error(`no victim ${victim}`)),
  };
  return crashing;
}

/** Processes that the product restarts by itself. */
async function mendedAfter(fault: Fault, ready: () => Promise<boolean>): Promise<void> {
  await fault.inject();
  const recovered = async () => (await fault.recovered?.()) !== false && (await ready());
  if (!(await becomesTrue(recovered))) throw new Error(`the product is not ready again after ${fault.name}`);
}

const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
