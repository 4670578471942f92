import http from "node:http";
import https from "node:https";
import { Client } from "minio";
import { ObjectStoreUnavailable } from "./errors.ts";
import { s3Code } from "./s3.errors.ts";
import { boundedTransport, wasStale } from "./s3.transport.ts";

/**
 * The S3 driver. `endpoint` is an http or https URL without a path. `pathStyle` (true) puts the bucket into
 * the path, not the host. `ca` is a PEM certificate to trust instead of the system's. `spoolDir` (the
 * system's) holds bodies until they are sent.
 */
export interface S3StoreConfig {
  driver: "s3";
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  pathStyle?: boolean;
  ca?: string;
  /** Longest time to connect, in milliseconds (2,000). */
  connectTimeoutMs?: number;
  /** Longest silence of the store during a request, in milliseconds (10,000). */
  requestTimeoutMs?: number;
  spoolDir?: string;
}

/** One bucket of one server, and its connections. */
export interface S3Connection {
  bucket: string;
  /** A client whose requests abort with the signal. Clients are cheap: the agent has the connections. */
  client(signal?: AbortSignal): Client;
  /** Makes the bucket if it is missing, also when other processes do so at once. */
  ensureBucket(): Promise<void>;
  /** Rejects when the server does not answer or has no such bucket. */
  findBucket(): Promise<void>;
  close(): void;
}

/** Shorter than the keep-alive of servers, so that no request goes into a connection that is being closed. */
const IDLE_CONNECTION_MS = 4_000;

/** Attempts per request: a store that restarts leaves several dead connections behind. */
export const ATTEMPTS = 3;

/** Sends an idempotent request, again when its connection was dead. */
export async function persist<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!wasStale(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

export function s3Connection(config: S3StoreConfig): S3Connection {
  const { region, bucket, accessKey, secretKey, pathStyle = true } = config;
  const { secure, host, port } = parseEndpoint(config.endpoint);
  const agent = secure
    ? new https.Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS, ...(config.ca && { ca: config.ca }) })
    : new http.Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  const deadlines = {
    connectMs: config.connectTimeoutMs ?? 2_000,
    requestMs: config.requestTimeoutMs ?? 10_000,
  };
  const fixed = { endPoint: host, port, useSSL: secure, region, accessKey, secretKey, pathStyle };
  const client = (signal?: AbortSignal) =>
    new Client({
      ...fixed,
      transport: boundedTransport(secure, deadlines, signal),
      transportAgent: agent,
      retryOptions: { disableRetry: true },
    });
  const findBucket = async () => {
    if (!(await persist(() => client().bucketExists(bucket))))
      throw new ObjectStoreUnavailable(`there is no bucket ${bucket}`);
  };
  const ensureBucket = async () => {
    if (await client().bucketExists(bucket)) return;
    await client().makeBucket(bucket, region).catch(ignoreRival);
    await findBucket();
  };
  return { bucket, client, ensureBucket, findBucket, close: () => agent.destroy() };
}

function ignoreRival(error: unknown): void {
  const code = s3Code(error);
  if (code !== "BucketAlreadyOwnedByYou" && code !== "BucketAlreadyExists" && code !== "OperationAborted")
    throw error;
}

function parseEndpoint(endpoint: string): { secure: boolean; host: string; port: number } {
  const url = new URL(endpoint);
  const secure = url.protocol === "https:";
  const plain = (url.pathname === "/" || url.pathname === "") && !url.search && !url.hash && !url.username;
  if (!(secure || url.protocol === "http:") || !plain) {
    throw new TypeError("the object store's endpoint is an http or https URL of a host and a port alone");
  }
  return {
    secure,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (secure ? 443 : 80)),
  };
}
