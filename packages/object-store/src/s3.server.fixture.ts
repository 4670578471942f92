import { randomUUID } from "node:crypto";
import { Client } from "minio";
import type { S3StoreConfig } from "./s3.connection.ts";

/** The S3 server that the environment must name, as configuration with a new bucket. */
export function serverOfEnvironment(env: NodeJS.ProcessEnv): S3StoreConfig {
  const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION = "us-east-1" } = env;
  if (!S3_ENDPOINT || !S3_ACCESS_KEY || !S3_SECRET_KEY) {
    throw new Error(
      "S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY must name a server: run this with `pnpm test:s3`",
    );
  }
  return {
    driver: "s3",
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    bucket: `conformance-${randomUUID()}`,
  };
}

/** The server's bucket, accessed without the driver. */
export function bucketOf(config: S3StoreConfig) {
  const { hostname, port, protocol } = new URL(config.endpoint);
  const { accessKey, secretKey, region, bucket } = config;
  const useSSL = protocol === "https:";
  const endpoint = { endPoint: hostname, port: Number(port || (useSSL ? 443 : 80)), useSSL };
  const client = new Client({ ...endpoint, accessKey, secretKey, region });
  const names = async () => {
    const found: string[] = [];
    for await (const { name } of client.listObjectsV2(bucket, "", true)) found.push(String(name));
    return found;
  };
  return {
    exists: () => client.bucketExists(bucket),
    unfinished: async () => {
      const found: string[] = [];
      for await (const { key } of client.listIncompleteUploads(bucket, "", true)) found.push(key);
      return found;
    },
    remove: async () => {
      await client.removeObjects(bucket, await names());
      await client.removeBucket(bucket);
    },
  };
}
