import { Dispatcher, type Pool } from "undici";
import { addressesOf, type Lookup, systemLookup } from "./addresses.ts";
import { Attempts } from "./attempts.ts";
import { type ReplicaPools, replicaPools } from "./replica-pools.ts";

export interface SpreadOptions {
  /** Of each replica's pool of connections. */
  pool?: Pool.Options;
  /** The machine's own resolver when absent. */
  find?: Lookup;
  /** How often the addresses are looked up, in milliseconds. */
  refreshMs?: number;
  /** How long connections to an address are used before others are made, in milliseconds. */
  lifetimeMs?: number;
}

/**
 * Sends requests to all replicas of a service in turn. Replicas are the addresses of its base URLs, looked up
 * again and again: one that appears gets its part within seconds, one that is gone gets nothing more.
 *
 * A request that no replica has seen a byte of goes to the next one. Where repeating it changes nothing (GET
 * and HEAD without a body), a request is sent once more when its connection broke without an answer, and when
 * the answer was 503 and another replica has not given the same lately: an overloaded service is not asked
 * more. A replica that ends its connections, because it is about to stop, is avoided.
 *
 * Behind a name with a single address there may be a balancer of connections, such as a Service of
 * Kubernetes: so connections are renewed after a while. undici's own `clientTtl` measures by the machine's
 * clock and stops when it is set back.
 */
export class RoundRobinDispatcher extends Dispatcher {
  readonly #urls: readonly string[];
  readonly #find: Lookup;
  readonly #replicas: ReplicaPools;
  readonly #refreshing: NodeJS.Timeout;
  #lookingUp: Promise<void> | undefined;
  #isKnown = false;
  #isClosed = false;

  constructor(url: string | readonly string[], options: SpreadOptions = {}) {
    super();
    const { pool = {}, find = systemLookup, refreshMs = 2_000, lifetimeMs = 30_000 } = options;
    this.#urls = [url].flat();
    this.#find = find;
    this.#replicas = replicaPools({ pool, lifetimeMs });
    // Without a request nobody needs the addresses.
    this.#refreshing = setInterval(() => this.#isKnown && void this.#lookUp().catch(() => {}), refreshMs);
    this.#refreshing.unref();
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const attempts = new Attempts({
      options,
      handler,
      replicas: this.#replicas,
      lookUp: () => this.#lookUp(),
    });
    if (this.#isKnown) return attempts.next();
    this.#lookUp().then(
      () => attempts.next(),
      (error: Error) => attempts.fail(error),
    );
    return true;
  }

  // The types of undici have a callback as well, which nothing of ours uses.
  override async close(): Promise<void> {
    this.#stop();
    await this.#replicas.close();
  }

  override async destroy(error: unknown = null): Promise<void> {
    this.#stop();
    await this.#replicas.destroy(error instanceof Error ? error : null);
  }

  #stop(): void {
    this.#isClosed = true;
    clearInterval(this.#refreshing);
  }

  /** Learns the addresses; one look-up at a time. When one fails, what was known stays. */
  #lookUp(): Promise<void> {
    this.#lookingUp ??= this.#learn().finally(() => {
      this.#lookingUp = undefined;
    });
    return this.#lookingUp;
  }

  async #learn(): Promise<void> {
    const answers = await Promise.allSettled(this.#urls.map((url) => addressesOf(url, this.#find)));
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const refused = answers.find((answer) => answer.status === "rejected");
    if (refused && (this.#isKnown || found.length === 0)) throw refused.reason;
    if (this.#isClosed) throw new Error("the client is closed");
    this.#replicas.update(found);
    this.#isKnown = found.length > 0;
  }
}
