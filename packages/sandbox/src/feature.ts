import type { IncomingMessage } from "node:http";
import { kit, type Resource } from "@marketplace/conventions";
import type { Logger } from "@marketplace/server";
import type { NotificationMiddleware, RequestMiddleware, World } from "./world.ts";
import type { Worlds } from "./worlds/worlds.ts";

/** What the handlers of the lab's resources work with. */
export interface LabDeps {
  worlds: Worlds;
  /** The world that a request to `/_sandbox` is about; throws the problem to answer when there is none. */
  worldOf(req: IncomingMessage): World;
  /** Where clients reach the product, without a trailing slash. */
  baseUrl: string;
  adminToken: string;
  /** Whether the console is given the admin token: visitors may act as any user anyway. */
  open: boolean;
  log: Logger;
  /** The lab's own OpenAPI document. */
  openApi(): object;
}

/** A part of the lab: its operations, and what it does around requests and notifications. */
export interface Feature {
  resources?: readonly Resource<LabDeps>[];
  onRequest?: RequestMiddleware;
  onNotification?: NotificationMiddleware;
}

/** Declares the lab's operations and resources. */
export const { operation, publicOperation, resource } = kit<LabDeps>();
