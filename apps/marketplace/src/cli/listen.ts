import { StartRefused } from "../boot/start-refused.ts";
import { forwardTo } from "./forward.ts";
import { isReceiver, type Received, startReceiver } from "./receiver.ts";
import { readDemo, type Settings, subscriptionOf } from "./subscription.ts";

export interface ListenOptions {
  /** The data directory of the running product, with its `sandbox.json`. */
  dataDir: string;
  /** Topics to subscribe to, such as `questions`. */
  topics: readonly string[];
  /** Port of the local receiver; any free one when absent. */
  port?: number | undefined;
  /** Where notifications are sent on to, as they came. */
  forwardUrl?: string | undefined;
  /** Prints one line. */
  print: (line: string) => void;
  /** Ends the listening. */
  signal: AbortSignal;
}

/**
 * Subscribes a local receiver for the demo's application and prints every notification. When the signal
 * aborts it restores the application's former settings, unless others have changed them, and resolves.
 * Rejects with StartRefused when no product runs, the port is taken, a topic is unknown or another one
 * listens.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { dataDir, topics, port = 0, forwardUrl, print, signal } = options;
  const sandbox = await readDemo(dataDir);
  const subscription = subscriptionOf(sandbox);
  const former = await withoutListener(await subscription.read());
  const receiver = await startReceiver({
    port,
    webhookSecret: sandbox.applications.default.webhook_secret,
    forward: forwardUrl === undefined ? undefined : forwardTo(forwardUrl),
    onNotification: (received) => print(lineOf(received, new Date())),
  });
  try {
    await subscription.change({ callback_url: receiver.url, topics: [...topics] });
    try {
      const onwards = forwardUrl === undefined ? "" : `, sent on to ${forwardUrl}`;
      print(`Listening for ${topics.join(", ")} at ${receiver.url}${onwards} (Ctrl-C ends it)`);
      await ended(signal);
    } finally {
      const present = await subscription.read();
      if (present.callback_url === receiver.url) {
        await subscription.change(former);
        print(`The application's callback URL is ${former.callback_url ?? "none"} again`);
      } else print(`The application's callback URL was changed, and stays ${present.callback_url ?? "none"}`);
    }
  } finally {
    await receiver.close();
  }
}

/** The settings as they are without the receiver of another command, which may have been killed. */
async function withoutListener(settings: Settings): Promise<Settings> {
  const { callback_url: url } = settings;
  if (url === null || !isReceiver(url)) return settings;
  const isThere = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) }).then(
    () => true,
    () => false,
  );
  if (isThere) throw new StartRefused(`Another command listens at ${url}: end it first`);
  return { ...settings, callback_url: null };
}

const answerWithinMs = 5_000;

const ended = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** One notification on one line, in columns. */
function lineOf({ genuine, answered, ...received }: Received, at: Date): string {
  const { topic, resource, user_id, attempts } = received;
  const time = at.toISOString().slice(11, 23);
  const signature = genuine ? "signature ok" : "signature BAD";
  const onwards = answered === undefined ? [] : [`answered ${answered}`];
  return [
    time,
    plain(topic),
    plain(resource),
    `user ${user_id}`,
    `attempt ${attempts}`,
    signature,
    ...onwards,
  ].join("  ");
}

/** Replaces control characters, because anybody who finds the port may send some to the terminal. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, "?");
