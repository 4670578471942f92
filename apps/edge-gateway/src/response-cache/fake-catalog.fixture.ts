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
import type { ChangeFeed } from "./response-cache.ts";

/** A service with one public value per category; it counts its reads. */
export interface FakeCatalog {
  app(authenticate: Authenticator): Express;
  /** The public values. */
  versions: Map<string, number>;
  reads: number;
  /** While set, reads wait for it between reading the value and answering. */
  hold: Promise<void> | undefined;
}

const { operation, resource } = kit<FakeCatalog>();
const Category = z.object({
  id: z.string().describe("Id"),
  version: z.int().describe("Version"),
  name: z.string().describe("Name"),
});
const params = { id: z.string().describe("Id") };

const read = async (id: string, catalog: FakeCatalog) => {
  catalog.reads += 1;
  const version = catalog.versions.get(id) ?? 0;
  await catalog.hold;
  return { id, version, name: `Estante n.º ${id} <ñ>` };
};

const categories = resource({
  name: "Categories",
  description: "Public values",
  fields: Category,
  operations: [
    operation({
      id: "getCategory",
      method: "GET",
      path: "/categories/{id}",
      summary: "Reads a category",
      params,
      anonymous: true,
      cache: { seconds: 60, keys: ["tree"] },
      response: Category,
      handle: ({ params: { id } }, catalog) => read(id, catalog),
    }),
    operation({
      id: "getPlan",
      method: "GET",
      path: "/categories/{id}/plan",
      summary: "Reads what every caller sees alike, but nobody without a token",
      params,
      cache: { seconds: 60, keys: ["tree"] },
      response: Category,
      handle: ({ params: { id } }, catalog) => read(id, catalog),
    }),
    operation({
      id: "changeCategory",
      method: "PUT",
      path: "/categories/{id}",
      summary: "Changes a category",
      params,
      changes: ["tree"],
      response: Category,
      handle({ params: { id } }, catalog) {
        catalog.versions.set(id, (catalog.versions.get(id) ?? 0) + 1);
        return read(id, catalog);
      },
    }),
    operation({
      id: "getOwnCategory",
      method: "GET",
      path: "/categories/{id}/mine",
      summary: "Reads what is the caller's own",
      params,
      response: z.object({ user: z.int().describe("User") }),
      handle: ({ caller }) => ({ user: caller.userId }),
    }),
  ],
});

export function createFakeCatalog(): FakeCatalog {
  const catalog: FakeCatalog = {
    versions: new Map(),
    reads: 0,
    hold: undefined,
    app(authenticate) {
      const conventions = { authenticate, log: silentLogger(), checks: true };
      const app = bareApp().use(requests(conventions), mount([categories], catalog, conventions));
      return app.use(unknownRoute(conventions), failure(conventions));
    },
  };
  return catalog;
}

/** The service in the gateway's process, or in another one as far as the gateway can tell. */
export async function upstreamOf(
  catalog: FakeCatalog,
  shape: "mounted" | "forwarded",
  secret: string,
): Promise<{ upstream: Upstream; close(): Promise<void> }> {
  if (shape === "mounted") return { upstream: mounted(catalog.app(attachedCaller)), close: async () => {} };
  const listening: Listening = await serve(catalog.app(assertedCaller(secret)), {
    host: "127.0.0.1",
    port: 0,
  });
  const upstream = forwarded(`http://127.0.0.1:${listening.port}`, secret, { timeoutMs: 30_000 });
  return {
    upstream,
    async close() {
      await upstream.close();
      await listening.close({ graceMs: 500 });
    },
  };
}

/** A feed that says what the test says. */
export function testFeed(): ChangeFeed & { live: boolean; tell(name?: string): void } {
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
