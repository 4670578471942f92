import {
  type Authenticator,
  assertedCaller,
  attachedCaller,
  bareApp,
  failure,
  kit,
  mount,
  requests,
  unknownRoute,
} from "@marketplace/conventions";
import { type Listening, serve, silentLogger } from "@marketplace/server";
import type { Express } from "express";
import { z } from "zod";
import { forwarded } from "../edge/forwarded.ts";
import { mounted, type Upstream } from "../edge/upstream.ts";
import type { Feed } from "./response-cache.ts";

/** A service with one public value a shelf; it counts how often it is read. */
export interface Shelves {
  app(authenticate: Authenticator): Express;
  /** What everybody sees now. */
  versions: Map<string, number>;
  reads: number;
  /** While set, reads that looked at the value wait with their answer. */
  hold: Promise<void> | undefined;
}

const { operation, resource } = kit<Shelves>();
const Shelf = z.object({
  id: z.string().describe("Id"),
  version: z.int().describe("Version"),
  name: z.string().describe("Name"),
});
const params = { id: z.string().describe("Id") };

const read = async (id: string, shelves: Shelves) => {
  shelves.reads += 1;
  const version = shelves.versions.get(id) ?? 0;
  await shelves.hold;
  return { id, version, name: `Estante n.º ${id} <ñ>` };
};

const shelvesResource = resource({
  name: "Shelves",
  description: "Public values",
  fields: Shelf,
  operations: [
    operation({
      id: "getShelf",
      method: "GET",
      path: "/categories/{id}",
      summary: "Reads a shelf",
      params,
      cache: { seconds: 60, keys: ["shelves"] },
      response: Shelf,
      handle: ({ params: { id } }, shelves) => read(id, shelves),
    }),
    operation({
      id: "moveShelf",
      method: "PUT",
      path: "/categories/{id}",
      summary: "Changes a shelf",
      params,
      changes: ["shelves"],
      response: Shelf,
      handle({ params: { id } }, shelves) {
        shelves.versions.set(id, (shelves.versions.get(id) ?? 0) + 1);
        return read(id, shelves);
      },
    }),
    operation({
      id: "getOwnShelf",
      method: "GET",
      path: "/categories/{id}/mine",
      summary: "Reads what is the caller's own",
      params,
      response: z.object({ user: z.int().describe("User") }),
      handle: ({ caller }) => ({ user: caller.userId }),
    }),
  ],
});

export function createShelves(): Shelves {
  const shelves: Shelves = {
    versions: new Map(),
    reads: 0,
    hold: undefined,
    app(authenticate) {
      const conventions = { authenticate, log: silentLogger(), checks: true };
      const app = bareApp().use(requests(conventions), mount([shelvesResource], shelves, conventions));
      return app.use(unknownRoute(conventions), failure(conventions));
    },
  };
  return shelves;
}

/** The service in the gateway's process, or in another one as far as the gateway can tell. */
export async function upstreamOf(
  shelves: Shelves,
  shape: "mounted" | "forwarded",
  secret: string,
): Promise<{ upstream: Upstream; close(): Promise<void> }> {
  if (shape === "mounted") return { upstream: mounted(shelves.app(attachedCaller)), close: async () => {} };
  const listening: Listening = await serve(shelves.app(assertedCaller(secret)), {
    host: "127.0.0.1",
    port: 0,
  });
  const upstream = forwarded(`http://127.0.0.1:${listening.port}`, secret);
  return {
    upstream,
    async close() {
      await upstream.close();
      await listening.close({ graceMs: 500 });
    },
  };
}

/** A feed that says what the test says. */
export function testFeed(): Feed & { live: boolean; tell(name?: string): void } {
  const listeners = new Set<(name?: string) => void>();
  return {
    live: true,
    on(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    tell(name) {
      for (const changed of listeners) changed(name);
    },
  };
}
