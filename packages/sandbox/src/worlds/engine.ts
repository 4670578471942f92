import type { RequestListener } from "node:http";
import type { DueWork } from "@marketplace/server";
import type { World } from "../world.ts";

/** Who and what a world holds, as in `sandbox.json`. */
export interface WorldDocument {
  users: Record<string, { id: number; access_token: string }>;
  applications: Record<string, { id: number; client_id: string }>;
  tokens: Record<string, string>;
  fixtures: Record<string, unknown>;
}

/** The services of a world in this process. */
export interface OpenProduct {
  app: RequestListener;
  due: readonly DueWork[];
  /** Whether something is under way that a request is not needed for: the services must stay open. */
  isBusy(): Promise<boolean>;
  /** Stops jobs, and closes all connections. */
  close(): Promise<void>;
}

/** What makes marketplaces out of states: the services, which the lab itself does not know. */
export interface Engine {
  /** Opens the services of a world on the state of this key. */
  open(world: World, key: string): Promise<OpenProduct>;
  /** Makes the state `demo` or `empty` unless there is one; gives what it holds. */
  prepare(name: "demo" | "empty"): Promise<WorldDocument>;
  /** Brings the databases of a state to the schema of this release. */
  migrate(key: string): Promise<void>;
  /**
   * Replaces all credentials in the databases of a state that nothing uses yet, by new ones with the tag, or
   * with `keep` by those of the document, which have it.
   */
  reissue(
    key: string,
    document: WorldDocument,
    options: { tag: string; keep?: boolean },
  ): Promise<WorldDocument>;
}
