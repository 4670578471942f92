import { z } from "zod";
import { StartRefused } from "../boot/start-refused.ts";
import { jsonOf } from "./ask.ts";
import { readSandboxFile } from "./sandbox-file.ts";

const Settings = z.object({ callback_url: z.string().nullable(), topics: z.array(z.string()) });

/** The receiver and the topics of an application's notifications. */
export type Settings = z.output<typeof Settings>;

/** The notification settings of the demo's application, read and changed by its owner over HTTP. */
export interface Subscription {
  read(): Promise<Settings>;
  /** Throws StartRefused with the product's message when the settings are invalid. */
  change(settings: Settings): Promise<void>;
}

const Sandbox = z.object({
  base_url: z.url(),
  users: z.object({ seller_mla: z.object({ access_token: z.string() }) }),
  applications: z.object({ default: z.object({ id: z.int(), webhook_secret: z.string() }) }),
});
type Sandbox = z.output<typeof Sandbox>;

/** The demo's application, its owner and its address; throws StartRefused when no demo runs. */
export const readDemo = (dataDir: string): Promise<Sandbox> =>
  readSandboxFile(dataDir, Sandbox, "names no demo application: start the marketplace with SEED=demo");

const timeoutMs = 10_000;

/** The settings of `applications.default` on the running product. */
export function subscriptionOf({ base_url, users, applications }: Sandbox): Subscription {
  const url = `${base_url}/applications/${applications.default.id}`;
  const ask = async (method: string, body?: Settings): Promise<unknown> => {
    const headers = {
      Authorization: `Bearer ${users.seller_mla.access_token}`,
      ...(body && { "Content-Type": "application/json" }),
    };
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { method, headers, signal, body: JSON.stringify(body) }).catch(() => {
      throw new StartRefused(`The marketplace does not answer at ${base_url}: is it running?`);
    });
    const text = await answer.text();
    if (answer.ok) return jsonOf(text, base_url);
    throw new StartRefused(`The marketplace refused (HTTP ${answer.status}): ${messageOf(text)}`);
  };
  return {
    read: async () => Settings.parse(await ask("GET")),
    async change(settings) {
      await ask("PUT", settings);
    },
  };
}

function messageOf(text: string): string {
  try {
    return JSON.parse(text).message ?? text;
  } catch {
    return text;
  }
}
