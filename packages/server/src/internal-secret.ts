import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf } from "@marketplace/conventions";
import { z } from "zod";
import {
  ConfigurationInvalid,
  type Environment,
  readEnvironment,
  type serviceVariables,
} from "./environment.ts";

/** Secrets that stand in public files of this or an earlier release. */
const publishedSecrets = new Set([
  "local-development-secret",
  "at least sixteen letters",
  "at-least-16-characters",
]);

const loopback = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/;

type ServiceSettings = z.ZodObject<ReturnType<typeof serviceVariables>>;

const listening = z.object({ host: z.string(), internalHost: z.string(), internalSecret: z.string() });

/** Has a refinement report its issues with those of single settings, of which some may then be missing. */
export const besideOtherIssues = { when: () => true };

/**
 * Reads the settings of a service, with the secret from INTERNAL_SECRET_FILE when INTERNAL_SECRET is not set.
 * Throws one error that lists every issue. A published secret is an issue when other machines can reach the
 * service.
 */
export function readServiceEnvironment<S extends ServiceSettings>(schema: S, env: Environment): z.output<S> {
  const checked = schema.superRefine((settings, context) => {
    const { data } = listening.safeParse(settings);
    if (!data) return;
    const { host, internalHost, internalSecret } = data;
    if (!publishedSecrets.has(internalSecret) || [host, internalHost].every((name) => loopback.test(name)))
      return;
    const message = "is a published default, and the service listens beyond loopback: set one of your own";
    context.addIssue({ code: "custom", path: ["internalSecret"], message, input: settings });
  }, besideOtherIssues);
  return readEnvironment(checked, { ...env, INTERNAL_SECRET: providedSecret(env) });
}

/** The secret of an environment: INTERNAL_SECRET, else the content of INTERNAL_SECRET_FILE. */
export function providedSecret({ INTERNAL_SECRET, INTERNAL_SECRET_FILE }: Environment): string | undefined {
  if (INTERNAL_SECRET || !INTERNAL_SECRET_FILE) return INTERNAL_SECRET;
  try {
    return textOf(INTERNAL_SECRET_FILE) ?? createSecret(INTERNAL_SECRET_FILE);
  } catch (error) {
    const reason = messageOf(error);
    throw new ConfigurationInvalid([`INTERNAL_SECRET_FILE: ${reason}`], { cause: error });
  }
}

/** `undefined` when there is no such file. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Creates the file. Of several services that start at once, one creates it and all read the same secret. */
function createSecret(path: string): string {
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(temporary, `${randomBytes(32).toString("base64url")}\n`, {
    mode: 0o600,
    flag: "wx",
    flush: true,
  });
  try {
    // Unlike a rename, a link fails when another service was first.
    linkSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(temporary);
  }
  return readFileSync(path, "utf8").trim();
}

/** fsync of the folder: the new name survives a loss of power. */
function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
