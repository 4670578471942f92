import { causesOf } from "@marketplace/conventions";
import type { Deps, ManagedUser } from "@marketplace/edge-gateway";
import { InvalidArgumentError } from "commander";
import type { z } from "zod";
import { StartRefused } from "../boot/start-refused.ts";

/** The values as the API would take them; refuses with every issue in one line. */
export function checked<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const result = schema.safeParse(values, { reportInput: true });
  if (result.success) return result.data;
  const issues = causesOf(result.error.issues, "body").map(({ message, references: [field = ""] }) =>
    `${field.replace(/^body\.?/, "")} ${message}`.trim(),
  );
  throw new StartRefused(issues.join("; "));
}

/** The user of an id or a nickname; refuses when there is none. */
export async function userNamed({ managedUsers }: Deps, text: string): Promise<ManagedUser> {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  const user = (id && (await managedUsers.find(id))) || (await managedUsers.findByNickname(text));
  if (!user) throw new StartRefused(`There is no user ${text}`);
  return user;
}

/** An option that names an id. */
export function idOption(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError("It must be an id.");
  return Number(text);
}

/** An option that is a number: nothing is not 0. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** An option that names a port; 0 is any free one. */
export function portOption(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError("It must be a port, from 0 to 65535.");
  return Number(text);
}

/** Adds a value to those of an option that may be given several times. */
export const several = (value: string, values: readonly string[] = []): string[] => [...values, value];

/** Prints a value as one line of JSON. */
export const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
