import { resolve } from "node:path";
import { messageOf } from "@marketplace/conventions";
import { signInVariable } from "@marketplace/edge-gateway";
import {
  httpAddress,
  limitVariables,
  logLevelVariable,
  metricsVariables,
  portVariable,
  processVariables,
  readEnvironment,
  withoutTrailingSlash,
} from "@marketplace/server";
import { z } from "zod";
import { StartRefused } from "./boot/start-refused.ts";

const Settings = z.object({
  port: portVariable(8080),
  ...processVariables(),
  ...metricsVariables(),
  /** All data that survives a restart. */
  dataDir: z.string().min(1).default(".data"),
  seed: z.enum(["demo", "none"]).default("demo"),
  jsonp: z.enum(["on", "off"]).default("on"),
  /** Where clients reach the product, such as a proxy with TLS before it; its own address when absent. */
  publicUrl: httpAddress().transform(withoutTrailingSlash).optional(),
  /** How users sign in; a sandbox on this machine has the picker by default (boot/sign-in.ts). */
  signIn: signInVariable(),
  /** `production`: not a sandbox. */
  nodeEnv: z.string().optional(),
  /** Whether `/_sandbox` is served; by default everywhere but in production. */
  sandbox: z.enum(["on", "off"]).optional(),
  logLevel: logLevelVariable("warn"),
  // The limits of the public listener.
  ...limitVariables,
});

/** The product's settings; `dataDir` is absolute. */
export type Config = z.output<typeof Settings>;

/** Reads the environment, DATA_DIR relative to `base`; refuses with all problems in one line. */
export function readConfig(env: NodeJS.ProcessEnv, base: string): Config {
  const settings = read(env);
  return { ...settings, dataDir: resolve(base, settings.dataDir) };
}

function read(env: NodeJS.ProcessEnv): Config {
  try {
    return readEnvironment(Settings, env);
  } catch (error) {
    throw new StartRefused(messageOf(error));
  }
}
