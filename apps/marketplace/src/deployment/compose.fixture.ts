import { parse } from "yaml";
import { type Environment, read } from "./repository.fixture.ts";

export interface Service {
  build?: { context: string; dockerfile: string };
  image?: string;
  environment?: Environment;
  depends_on?: Record<string, { condition: string }>;
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
}

// The file is ours; the tests say what it must hold.
export const { services } = parse(read("docker-compose.yml"), { merge: true }) as {
  services: Record<string, Service>;
};

/** What compose makes of `${NAME:-default}` where nothing is set. */
export function filled(text: string): string {
  // One may be the default of another: the innermost first.
  const next = text.replace(/\$\{\w+:-([^${}]*)\}/g, "$1");
  return next === text ? text : filled(next);
}

/** The environment of a service as the file has it, `${NAME:-default}` included. */
export const textsOf = (name: string): Environment =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, String(value)]),
  );

/** What compose sets for a service when its user has set nothing. */
export const environmentOf = (name: string): Environment =>
  Object.fromEntries(Object.entries(textsOf(name)).map(([key, text]) => [key, filled(text)]));

export const dockerfileOf = (name: string): string => read(services[name]?.build?.dockerfile ?? "");
