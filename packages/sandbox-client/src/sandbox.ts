import { type Archive, importWorld } from "./archives.ts";
import type { WorldDocument } from "./document.ts";
import { createLab } from "./lab.ts";
import { type Address, findAccess } from "./product-access.ts";
import { startProduct } from "./start-product.ts";
import { topics as allTopics } from "./subscription.ts";
import { openWorld, type World } from "./world.ts";

export interface NewWorld {
  /** `demo` when absent. */
  from?: "demo" | "empty" | `snapshot:${string}`;
  /** After how long it ends by itself, in real time: an hour when absent. */
  ttlSeconds?: number;
  /** Topics that its application is notified of at a receiver in the product: all when absent. */
  topics?: readonly string[];
}

/** The lab of a product. */
export interface Sandbox extends AsyncDisposable {
  readonly baseUrl: string;
  /** For what this package does not do: `/_sandbox/openapi.json` lists it. */
  readonly adminToken: string;
  /** Makes a world. */
  world(options?: NewWorld): Promise<World>;
  /** Makes a world out of an archive: what `world.export()` gave, or a file by `openAsBlob`. */
  import(archive: Archive, options?: Omit<NewWorld, "from">): Promise<World>;
  /** Stops the product when `createSandbox` started it. Worlds of others end by themselves or by `drop()`. */
  close(): Promise<void>;
}

/**
 * Attaches to the running product that the options name, or the environment (`MARKETPLACE_SANDBOX`, or
 * `MARKETPLACE_URL` and `MARKETPLACE_ADMIN_TOKEN`). Without either it starts one, with data of its own.
 */
export async function createSandbox(options: Address = {}): Promise<Sandbox> {
  const running = await findAccess(options);
  const { access, stop } = running ? { access: running, stop: async () => {} } : await startProduct();
  const lab = createLab(access);
  return {
    ...access,
    async world({ from = "demo", ttlSeconds: ttl_seconds, topics = allTopics } = {}) {
      const document = await lab<WorldDocument>("POST", "/worlds", { body: { from, ttl_seconds } });
      return openWorld({ access, document, topics });
    },
    async import(archive, { ttlSeconds, topics = allTopics } = {}) {
      const document = await importWorld(access, archive, ttlSeconds);
      return openWorld({ access, document, topics });
    },
    close: stop,
    [Symbol.asyncDispose]: stop,
  };
}
