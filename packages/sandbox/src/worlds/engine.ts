import type { RequestListener } from "node:http";
import type { Service } from "@marketplace/database";
import type { LeftOut, RecordedResources } from "@marketplace/record";
import type { DueWork } from "@marketplace/server";
import type { World } from "../world.ts";

/** Who and what a world holds, as in `sandbox.json`. */
export interface WorldDocument {
  users: Record<string, { id: number; access_token: string }>;
  applications: Record<string, { id: number; client_id: string }>;
  tokens: Record<string, string>;
  fixtures: Record<string, unknown>;
}

/** Whether the tokens of one document fit the users of the other. */
export function holdsSameUsers({ users }: WorldDocument, { users: others }: WorldDocument): boolean {
  const names = Object.keys(others);
  return names.length > 0 && names.every((name) => users[name]?.id === others[name]?.id);
}

/** Whom the databases of a world should hold, by name. */
export interface NamedIdentities {
  users: Record<string, { id: number }>;
  applications: Record<string, { id: number }>;
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
  /** Tables whose rows stay in their installation: they are in no archive. */
  unexported(): Promise<Partial<Record<Service, readonly string[]>>>;
  /**
   * Makes the rows of another installation, in a state that nothing uses yet, those of this one. Gives the
   * names of whom they do not hold.
   */
  adopt(key: string, named: NamedIdentities): Promise<readonly string[]>;
  /** Fills a copy of the state `empty`, which nothing uses yet, with what a recording shows. */
  fill(key: string, recorded: RecordedResources): Promise<{ document: WorldDocument; leftOut: LeftOut[] }>;
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
