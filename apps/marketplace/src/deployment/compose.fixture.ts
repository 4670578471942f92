import { parse } from "yaml";
import { type Environment, read } from "./repository.fixture.ts";

export interface Service {
  build?: { context: string; dockerfile: string };
  image?: string;
  environment?: Environment;
  depends_on?: Record<string, { condition: string; required?: boolean }>;
  healthcheck?: unknown;
  read_only?: boolean;
  tmpfs?: string[];
  security_opt?: string[];
  cap_drop?: string[];
  stop_grace_period?: string;
  restart?: string;
  profiles?: string[];
  ports?: string[];
  volumes?: string[];
  logging?: { driver: string; options: Record<string, string> };
  command?: string | string[];
  user?: string;
  cpus?: string;
  mem_limit?: string;
  pids_limit?: number;
}

/** A file of compose. The tests check its contents. */
export const composeFile = (path: string) =>
  parse(read(path), { merge: true }) as { services: Record<string, Service>; include?: string[] };

export const { services, include } = composeFile("docker-compose.yml");

/** Resolves `${NAME:-default}` as compose does when nothing is set. */
export function filled(text: string): string {
  // Defaults may be nested: resolve the innermost first.
  const next = text.replace(/\$\{\w+:-([^${}]*)\}/g, "$1");
  return next === text ? text : filled(next);
}

/** The environment of a service as written in the file, with `${NAME:-default}`. */
export const textsOf = (name: string): Environment =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, String(value)]),
  );

/** The environment that compose gives a service when the user sets nothing. */
export const environmentOf = (name: string): Environment =>
  Object.fromEntries(Object.entries(textsOf(name)).map(([key, text]) => [key, filled(text)]));

export const dockerfileOf = (name: string): string => read(services[name]?.build?.dockerfile ?? "");
