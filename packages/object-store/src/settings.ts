import { join } from "node:path";
import { certificateVariable, countVariable, httpAddress, switchVariable } from "@marketplace/server";
import { z } from "zod";
import type { ObjectStoreConfig } from "./open.ts";

/** The environment of a service that keeps objects: files below `DATA_DIR`, or a bucket of an S3 server. */
export const objectStoreVariables = ({ bucket }: { bucket: string }) => ({
  /** The folder of the file store. */
  dataDir: z.string().default(".data"),
  objectStore: z.enum(["file", "s3"]).default("file"),
  s3Endpoint: httpAddress().optional(),
  s3Region: z.string().default("us-east-1"),
  s3Bucket: z.string().default(bucket),
  s3AccessKey: z.string().optional(),
  s3SecretKey: z.string().optional(),
  s3PathStyle: switchVariable("on"),
  /** PEM certificate to trust instead of the system's. */
  s3Ca: certificateVariable(),
});

const seconds = (fallback: number) => countVariable({ min: 1, max: 86_400, fallback });

/** The environment of a service that receives files. */
export const uploadVariables = () => ({
  /** Longest time to receive and store one file. */
  uploadTimeoutSeconds: seconds(60),
  /** How long an object may exist without an owner. Backups rely on it. */
  sweepGraceSeconds: seconds(900),
  sweepIntervalSeconds: seconds(10),
});

interface Settings {
  dataDir: string;
  objectStore: "file" | "s3";
  s3Endpoint?: string | undefined;
  s3Region: string;
  s3Bucket: string;
  s3AccessKey?: string | undefined;
  s3SecretKey?: string | undefined;
  s3PathStyle: boolean;
  s3Ca?: string | undefined;
}

interface UploadSettings {
  uploadTimeoutSeconds: number;
  sweepGraceSeconds: number;
}

/** Refines the settings of a service: adds the issues that concern several variables at once. */
export function checkObjectStore(given: Settings & UploadSettings, context: z.RefinementCtx): void {
  const report = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message, input: given });
  if (given.sweepGraceSeconds < 2 * given.uploadTimeoutSeconds)
    report("sweepGraceSeconds", "must be twice UPLOAD_TIMEOUT_SECONDS, or uploads under way are swept");
  if (given.objectStore !== "s3") return;
  for (const name of ["s3Endpoint", "s3AccessKey", "s3SecretKey"] as const)
    if (given[name] === undefined) report(name, "is needed when OBJECT_STORE is s3");
}

/** The store that these settings name. */
export function objectStoreConfig(settings: Settings): ObjectStoreConfig {
  if (settings.objectStore === "file") return { driver: "file", root: join(settings.dataDir, "objects") };
  const { s3Endpoint: endpoint = "", s3AccessKey: accessKey = "", s3SecretKey: secretKey = "" } = settings;
  return {
    driver: "s3",
    endpoint,
    accessKey,
    secretKey,
    region: settings.s3Region,
    bucket: settings.s3Bucket,
    pathStyle: settings.s3PathStyle,
    ...(settings.s3Ca !== undefined && { ca: settings.s3Ca }),
  };
}
