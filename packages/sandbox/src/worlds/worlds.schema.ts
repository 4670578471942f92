import { Paging, utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import type { World } from "../world.ts";
import type { MadeWorld, Snapshot } from "./worlds.ts";

const Id = z.string().describe("Id of the world; `default` is the product itself");
const From = z
  .string()
  .describe(
    "What it was made from: `demo`, `empty`, `snapshot:<name>`, `world:<id>`, `import` or `recording`",
  );
const CreatedAt = z.iso.datetime().describe("When it was made, in real time");

/** A world, as the lab shows it. */
export const WorldView = z
  .object({
    id: Id,
    from: From,
    created_at: CreatedAt,
    expires_at: z.iso.datetime().nullable().describe("When it ends by itself, in real time; null is never"),
  })
  .meta({ id: "World" });

export const WorldPage = z
  .object({ paging: Paging, results: z.array(WorldView).describe("The worlds, oldest first") })
  .meta({ id: "WorldPage" });

const AnyId = z.union([z.string(), z.int()]);

const Person = z
  .looseObject({
    id: z.int().describe("User id"),
    nickname: z.string().optional().describe("Nickname"),
    site_id: z.string().optional().describe("Site"),
    access_token: z.string().describe("Token with all rights of the user"),
    password: z.string().optional().describe("For the page of sign-in; the demo's users have one"),
  })
  .meta({ id: "WorldUser" });

const Credentials = z
  .looseObject({
    id: z.int().describe("Application id"),
    client_id: z.string().describe("The same as text"),
    client_secret: z.string().optional().describe("Secret of the client"),
    redirect_uri: z.string().optional().describe("Where it takes codes"),
    webhook_secret: z.string().optional().describe("Signs its notifications"),
  })
  .meta({ id: "WorldApplication" });

/** What `sandbox.json` says, of one world. */
export const WorldDocumentView = z
  .object({
    base_url: z.string().describe("Where the world is reached: the address of the product"),
    users: z.record(z.string(), Person).describe("Users with ids and access tokens, by name"),
    applications: z.record(z.string(), Credentials).describe("Applications with credentials, by name"),
    tokens: z.record(z.string(), z.string()).describe("Further access tokens, by name"),
    fixtures: z
      .record(z.string(), z.union([AnyId, z.array(AnyId)]))
      .describe("Ids of what the world holds, by name"),
    world: WorldView.describe("The world"),
    sandbox: z.object({ admin_token: z.string().describe("Admin token of the lab") }).describe("Access"),
  })
  .meta({ id: "WorldDocument" });

export const ttl = z
  .int()
  .min(1)
  .max(86_400)
  .optional()
  .describe("Seconds until it ends by itself; 3600 if absent");

const sources = /^(?:demo|empty|snapshot:[a-z0-9-]{1,64})$/;

export const NewWorldBody = z
  .strictObject({
    from: z
      .string()
      .regex(sources, "must be demo, empty or snapshot:<name>")
      .default("demo")
      .describe("What to make it from: `demo`, `empty` or `snapshot:<name>`"),
    ttl_seconds: ttl,
    clock: z.iso
      .datetime({ offset: true })
      .optional()
      .describe("When its clock begins: not in the past, 400 days ahead at most; now if absent"),
  })
  .meta({ id: "NewWorld" });

export const ForkBody = z.strictObject({ ttl_seconds: ttl }).default({}).meta({ id: "Fork" });

export const SnapshotName = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, "must be 1 to 64 of a-z, 0-9 and -")
  .describe("Name of the snapshot");

export const SnapshotBody = z.strictObject({ name: SnapshotName }).meta({ id: "NewSnapshot" });

export const SnapshotView = z
  .object({ name: z.string().describe("Name of the snapshot"), created_at: CreatedAt })
  .meta({ id: "Snapshot" });

export const SnapshotPage = z
  .object({ paging: Paging, results: z.array(SnapshotView).describe("The snapshots, oldest first") })
  .meta({ id: "SnapshotPage" });

export const snapshotViewOf = ({ name, createdAt }: Snapshot): z.output<typeof SnapshotView> => ({
  name,
  created_at: utcTimestamp(createdAt),
});

/** What the lab shows of a world. */
export const viewOf = ({ id, from, createdAt, expiresAt }: World): z.output<typeof WorldView> => ({
  id,
  from,
  created_at: utcTimestamp(createdAt),
  expires_at: expiresAt ? utcTimestamp(expiresAt) : null,
});

/** The document of a world, as in `sandbox.json`. */
export const documentViewOf = (
  { world, document }: MadeWorld,
  { baseUrl, adminToken }: { baseUrl: string; adminToken: string },
): z.output<typeof WorldDocumentView> => ({
  base_url: baseUrl,
  ...document,
  // Seeds and recordings name nothing but ids.
  fixtures: document.fixtures as z.output<typeof WorldDocumentView>["fixtures"],
  world: viewOf(world),
  sandbox: { admin_token: adminToken },
});
