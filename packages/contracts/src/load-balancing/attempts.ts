import type { Dispatcher } from "undici";
import type { Replica, ReplicaPools } from "./replica-pools.ts";

interface Asked {
  options: Dispatcher.DispatchOptions;
  handler: Dispatcher.DispatchHandler;
  replicas: ReplicaPools;
  lookUp(): Promise<void>;
}

/**
 * One request, sent to one replica after the other until one answers. `RoundRobinDispatcher` says when it is
 * sent again.
 */
export class Attempts {
  readonly #asked: Asked;
  readonly #tried = new Set<string>();
  #hasLookedUp = false;
  #hasRepeated = false;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** Asks the next replica; returns whether it takes more requests. */
  next(error: Error = new Error("a service has no address")): boolean {
    const replica = this.#asked.replicas.next(this.#tried);
    if (replica) return this.#ask(replica);
    if (this.#hasLookedUp) this.fail(error);
    else this.#lookOnceMore(error);
    return true;
  }

  fail(error: Error, controller = noController): void {
    this.#asked.handler.onResponseError?.(controller, error);
  }

  /** All known replicas are gone: others may have taken their places a moment ago. */
  #lookOnceMore(error: Error): void {
    this.#hasLookedUp = true;
    this.#asked.lookUp().then(
      () => this.next(error),
      () => this.fail(error),
    );
  }

  #ask(replica: Replica): boolean {
    return replica.pool.dispatch(this.#asked.options, this.#handlerFor(replica));
  }

  #handlerFor(replica: Replica): Dispatcher.DispatchHandler {
    const { handler, replicas } = this.#asked;
    let [isSent, isAnswered, isPassedOver] = [false, false, false];
    return {
      onRequestStart: (controller, context) => {
        isSent = true;
        // The caller may have left between two replicas.
        const signal = this.#signal();
        if (signal?.aborted) return controller.abort(signal.reason);
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (controller, status, headers, message) => {
        if (headers.connection === "close") replicas.avoid(replica, "leaves");
        const other = status === 503 ? this.#insteadOf(replica) : undefined;
        isPassedOver = other !== undefined;
        if (other) return void this.#ask(other);
        isAnswered = true;
        handler.onResponseStart?.(controller, status, headers, message);
      },
      onResponseError: (controller, error) => {
        if (isPassedOver) return;
        if (!isSent) replicas.avoid(replica, "refuses");
        const goesOn = !isSent || (!isAnswered && this.#mayRepeat(error));
        if (!goesOn || this.#signal()?.aborted) return this.fail(error, controller);
        // After a broken connection the same replica may be asked again: it may just have been too old.
        if (!isSent) this.#tried.add(replica.key);
        this.next(error);
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseData: (...given) => {
        if (!isPassedOver) handler.onResponseData?.(...given);
      },
      onResponseEnd: (...given) => {
        if (!isPassedOver) handler.onResponseEnd?.(...given);
      },
      onResponseStarted: () => handler.onResponseStarted?.(),
      onBodySent: (chunk) => handler.onBodySent?.(chunk),
      onRequestSent: () => handler.onRequestSent?.(),
    };
  }

  #mayRepeat(error: Error): boolean {
    const broke = "code" in error && broken.has(String(error.code));
    if (!broke || !this.#isRepeatable()) return false;
    this.#hasRepeated = true;
    return true;
  }

  #insteadOf(replica: Replica): Replica | undefined {
    const other = this.#isRepeatable() ? this.#asked.replicas.insteadOf(replica) : undefined;
    if (other) this.#hasRepeated = true;
    return other;
  }

  /** Whether sending it once more changes nothing; once is enough. */
  #isRepeatable(): boolean {
    const { method, body } = this.#asked.options;
    return !this.#hasRepeated && !body && (method === "GET" || method === "HEAD");
  }

  #signal(): AbortSignal | undefined {
    // What request() and stream() are given is handed on whole.
    return (this.#asked.options as { signal?: AbortSignal }).signal;
  }
}

const broken = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/** There is no exchange yet that could be paused. */
const noController: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort() {},
  pause() {},
  resume() {},
};
