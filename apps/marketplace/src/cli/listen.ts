import { type Received, startReceiver } from "./receiver.ts";
import { readSandbox } from "./sandbox.ts";
import { subscriptionOf } from "./subscription.ts";

export interface ListenOptions {
  /** The data directory of the running product, with its `sandbox.json`. */
  dataDir: string;
  /** Topics to subscribe to, such as `questions`. */
  topics: readonly string[];
  /** Port of the local receiver; any free one when absent. */
  port?: number | undefined;
  /** Prints one line. */
  print: (line: string) => void;
  /** Ends the listening. */
  signal: AbortSignal;
}

/**
 * Subscribes a local receiver for the demo's application and prints every notification. When the signal
 * aborts it restores the application's former settings and resolves. Rejects with StartRefused when no
 * product runs, the port is taken or a topic is unknown.
 */
export async function listen({ dataDir, topics, port = 0, print, signal }: ListenOptions): Promise<void> {
  const sandbox = await readSandbox(dataDir);
  const subscription = subscriptionOf(sandbox);
  const former = await subscription.read();
  const receiver = await startReceiver({
    port,
    webhookSecret: sandbox.applications.default.webhook_secret,
    onNotification: (received) => print(lineOf(received, new Date())),
  });
  try {
    await subscription.change({ callback_url: receiver.url, topics: [...topics] });
    try {
      print(`Listening for ${topics.join(", ")} at ${receiver.url} (Ctrl-C ends it)`);
      await ended(signal);
    } finally {
      await subscription.change(former);
    }
    print(`The application's callback URL is ${former.callback_url ?? "none"} again`);
  } finally {
    await receiver.close();
  }
}

const ended = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** One notification on one line, in columns. */
function lineOf({ topic, resource, user_id, attempts, genuine }: Received, at: Date): string {
  const time = at.toISOString().slice(11, 23);
  const signature = genuine ? "signature ok" : "signature BAD";
  return [time, plain(topic), plain(resource), `user ${user_id}`, `attempt ${attempts}`, signature].join(
    "  ",
  );
}

/** Replaces control characters, because anybody who finds the port may send some to the terminal. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, "?");
