import { type Received, startReceiver } from "./receiver.ts";
import { readSandbox } from "./sandbox.ts";
import { subscriptionOf } from "./subscription.ts";

export interface ListenOptions {
  /** Where the running product keeps `sandbox.json`. */
  dataDir: string;
  /** Topics to subscribe to, such as `questions`. */
  topics: readonly string[];
  /** Port of the local receiver; any free one when absent. */
  port?: number | undefined;
  /** Takes one line at a time. */
  print: (line: string) => void;
  /** Ends the listening. */
  signal: AbortSignal;
}

/**
 * Subscribes a local receiver for the demo's application and prints every notification as it comes. When the
 * signal comes it puts the application's former settings back and resolves. Rejects with StartRefused, in one
 * line, when there is no product to listen to, the port is taken or a topic is unknown.
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

/** Whoever finds the port may send anything: nothing of it steers the terminal. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, "?");
