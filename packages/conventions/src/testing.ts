import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { createApp } from "./example/app.ts";
import type { Note, NotesDeps } from "./example/notes.ts";
import {
  type Authentication,
  bareApp,
  type Conventions,
  failure,
  mount,
  type Resource,
  type Scope,
  unknownRoute,
} from "./index.ts";

/** `Bearer <user id>:<scopes>` is a caller, no header is no token, anything else an invalid one. */
function authenticate(req: IncomingMessage): Authentication {
  const { authorization } = req.headers;
  if (authorization === undefined) return { kind: "none" };
  const [, userId, scopes = ""] = /^Bearer (\d+):([\w,]*)$/.exec(authorization) ?? [];
  if (userId === undefined) return { kind: "invalid" };
  // The tests of this package write scopes that exist.
  const caller = {
    userId: Number(userId),
    applicationId: 1,
    siteId: "MLA",
    scopes: scopes.split(",") as Scope[],
  };
  return { kind: "caller", caller: { ...caller, roles: [] } };
}

export const testedConventions = (overrides: Partial<Conventions> = {}): Conventions => ({
  authenticate,
  log: pino({ enabled: false }),
  checks: true,
  ...overrides,
});

export const writer = { Authorization: "Bearer 7:read,write" };
export const reader = { Authorization: "Bearer 7:read" };

export function someNotes(): NotesDeps {
  const note = (id: number): Note => ({
    id,
    author: { id: 7 },
    text: `Text of ${id}`,
    tags: ["a", "b"],
    date_created: "2026-03-10T15:00:00.000Z",
  });
  return { notes: new Map([1, 2].map((id) => [id, note(id)])), now: () => new Date("2026-03-10T15:00:00Z") };
}

export const notesApp = (overrides: Partial<Conventions> = {}): RequestListener =>
  createApp(someNotes(), testedConventions(overrides));

export function appOf<Deps>(
  resources: readonly Resource<Deps>[],
  deps: Deps,
  overrides: Partial<Conventions> = {},
): RequestListener {
  const conventions = testedConventions(overrides);
  return bareApp().use(mount(resources, deps, conventions), unknownRoute(conventions), failure(conventions));
}

export interface Served {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Writes bytes as they are and reads until the server closes; ask for that with `Connection: close`. */
  raw(bytes: string | Buffer): Promise<string>;
  port(): number;
}

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** Serves with Node's defaults; limits and shutdown belong to the server package. */
async function listen(app: RequestListener): Promise<Listening> {
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

/** Serves an application on 127.0.0.1 while the tests of the file run. */
export function served(app: RequestListener, open = listen): Served {
  let port = 0;
  let close = async (): Promise<void> => undefined;
  beforeAll(async () => {
    ({ port, close } = await open(app));
  });
  afterAll(() => close());
  return {
    port: () => port,
    fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", ...init }),
    raw: (bytes) => rawExchange(port, bytes),
  };
}

/** Sends bytes over a socket and gives back everything that comes, as Latin-1. */
export function rawExchange(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
  });
}

export const bodyOf = (answer: string): unknown =>
  JSON.parse(answer.slice(answer.lastIndexOf("\r\n\r\n") + 4));
