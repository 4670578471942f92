import { adminTokenOf, createLab, type Lab, type World } from "@marketplace/sandbox";
import { createLogger, systemClock } from "@marketplace/server";
import type { Telemetry } from "@marketplace/telemetry";
import { z } from "zod";
import type { Config } from "../config.ts";
import type { Demo } from "./demo.ts";
import type { SharedSettings } from "./environments.ts";
import type { OfWorld } from "./services.ts";

/** Whether the sandbox lab is served: as SANDBOX says, else everywhere but in production. */
export const hasLab = ({ sandbox, nodeEnv }: Pick<Config, "sandbox" | "nodeEnv">): boolean =>
  sandbox === undefined ? nodeEnv !== "production" : sandbox === "on";

/** The admin token of the lab, for `sandbox.json`. */
export const labAccess = (secret: string) => ({ admin_token: adminTokenOf(secret) });

/** The lab's document, which `/docs` shows beside the public one. */
export const labDocuments = [
  { name: "sandbox", title: "Sandbox lab", path: "/_sandbox/openapi.json" },
] as const;

/** What the data of a product was made from. */
export const originOf = ({ users }: Pick<Demo, "users">): string =>
  Object.keys(users).length > 0 ? "demo" : "empty";

type LabSettings = Pick<SharedSettings, "baseUrl" | "secret" | "logLevel">;

/** The lab of this process. */
export const openLab = (
  { baseUrl, secret, logLevel }: LabSettings,
  { from, telemetry }: { from: string; telemetry?: Telemetry | undefined },
): Lab =>
  createLab({
    adminToken: adminTokenOf(secret),
    baseUrl,
    from,
    log: createLogger("sandbox", logLevel),
    systemClock,
    telemetry,
  });

/** What a world gives the services that it is composed of. */
export const ofWorld = (lab: Lab, world: World) =>
  ({
    clock: world.clock,
    aroundSend: (send) => lab.notify(world, send),
    gates: lab.gatesOf(world),
    documents: labDocuments,
  }) satisfies OfWorld;

const LabOfGateway = z.object({ from: z.string() });

/** What the gateway's process of a split product is told of its lab. */
export type LabOfGateway = z.output<typeof LabOfGateway>;

const variable = "MARKETPLACE_LAB";

export const labEnvironment = (lab: LabOfGateway): Record<string, string> => ({
  [variable]: JSON.stringify(lab),
});

export const readLabOfGateway = (env: NodeJS.ProcessEnv): LabOfGateway =>
  LabOfGateway.parse(JSON.parse(env[variable] ?? "{}"));
