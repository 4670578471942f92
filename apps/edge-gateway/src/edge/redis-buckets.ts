import { createClient, defineScript } from "@redis/client";

/** Token buckets that several gateways share; a call may take any time, or fail. */
export interface SharedBuckets {
  /** Takes one request of a key; gives the seconds to wait when there is none left, else 0. */
  take(key: string, perMinute: number): Promise<number>;
  /** Resolves when the server answers. */
  ping(): Promise<unknown>;
  /** Replaces the connection, which may have been cut without a word. */
  renew(): void;
  close(): void;
}

/**
 * The arithmetic of the local buckets (rate-limit.ts), as one step of the server. Its clock counts, so that
 * the clocks of gateways may differ; after it was set back a bucket fills on from there. A bucket is full
 * after a minute without requests, and then need not be kept.
 */
const script = `
  local perMinute = tonumber(ARGV[1])
  local now = tonumber(ARGV[2])
  if not now then
    local time = redis.call('TIME')
    now = time[1] * 1000 + time[2] / 1000
  end
  local kept = redis.call('HMGET', KEYS[1], 'tokens', 'filled_at')
  local tokens = tonumber(kept[1]) or perMinute
  local filledAt = tonumber(kept[2]) or now
  local filled = math.min(perMinute, tokens + (math.max(0, now - filledAt) * perMinute) / 60000)
  local granted = filled >= 1
  local left = granted and filled - 1 or filled
  redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', left), 'filled_at', string.format('%.17g', now))
  redis.call('PEXPIRE', KEYS[1], 61000)
  if granted then return 0 end
  return math.ceil(((1 - filled) * 60) / perMinute)
`;

const take = defineScript({
  SCRIPT: script,
  NUMBER_OF_KEYS: 1,
  parseCommand(parser, key: string, ...args: string[]) {
    parser.pushKey(key);
    parser.push(...args);
  },
  transformReply: (reply: unknown) => Number(reply),
});

interface Options {
  /** `redis://` or `rediss://`, of Redis or Valkey. */
  url: string;
  /** Begins every key. */
  prefix: string;
  /** Milliseconds in place of the server's clock, in tests. */
  now?: (() => number) | undefined;
}

/** Token buckets in Redis or Valkey. Connects in the background, again and again until it is closed. */
export function redisBuckets({ url, prefix, now }: Options): SharedBuckets {
  const connect = () => {
    const client = createClient({
      url,
      // What cannot be sent at once fails: the local limit takes its place.
      disableOfflineQueue: true,
      scripts: { take },
      socket: { connectTimeout: 1_000, reconnectStrategy: () => 250 },
    });
    // Failed calls tell the same.
    client.on("error", () => {});
    client.connect().catch(() => {});
    return client;
  };
  let client = connect();
  return {
    take: (key, perMinute) => client.take(prefix + key, String(perMinute), ...(now ? [String(now())] : [])),
    ping: () => client.ping(),
    renew() {
      client.destroy();
      client = connect();
    },
    close: () => client.destroy(),
  };
}
