import { services } from "@marketplace/database";
import { z } from "zod";

/** The name of the entry that comes first and says what follows. */
export const manifestName = "manifest.json";

/** What an archive may hold. The demo has about 140 tables and 14 files, and 60 MB of rows. */
export const bounds = {
  manifestBytes: 32 * 1024 * 1024,
  parts: 100_000,
  bytes: 8 * 1024 ** 3,
} as const;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/, "must be the name of a table or column");
const count = z.int().min(0);

/** A file of the archive, byte for byte. */
const Content = z.strictObject({ bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const Table = Content.extend({ name: identifier, columns: z.array(identifier).max(1_600), rows: count });

const Sequence = z.strictObject({
  name: identifier,
  last: z.string().regex(/^-?\d{1,19}$/),
  called: z.boolean(),
});

const Database = z.strictObject({
  migrations: z.array(z.string().max(400)).max(10_000),
  tables: z.array(Table).max(1_000),
  sequences: z.array(Sequence).max(1_000),
});
export type ArchivedDatabase = z.output<typeof Database>;

/** Names of plain files in the stores of a world: no segment begins with a dot. */
const storedPath = z
  .string()
  .max(500)
  .regex(/^(?:objects|mail)(?:\/[A-Za-z0-9_=][A-Za-z0-9._=@-]*){1,4}$/, "must be a file of a store");

const File = Content.extend({ path: storedPath });

/** A hundred years: a clock that is further away is no clock of ours. */
const farthestMs = 100 * 365 * 86_400_000;

/** What a world holds, without its credentials. */
const Contents = z.strictObject({
  users: z.record(z.string(), z.looseObject({ id: z.int() })),
  applications: z.record(z.string(), z.looseObject({ id: z.int() })),
  /** Whose the further tokens are. */
  tokens: z.record(z.string(), z.int()),
  fixtures: z.record(z.string(), z.unknown()),
});

export const Manifest = z.strictObject({
  format: z.literal("marketplace-world"),
  version: z.literal(1),
  /** Of the product that made it; what decides are the migrations. */
  release: z.string().max(100),
  created_at: z.iso.datetime(),
  world: z.strictObject({ id: z.string().max(64), from: z.string().max(100) }),
  clock: z.strictObject({
    offset_ms: z.int().min(-farthestMs).max(farthestMs),
    frozen_at: z.iso.datetime().nullable(),
  }),
  contents: Contents,
  databases: z.strictObject(
    Object.fromEntries(services.map((service) => [service, Database])) as Record<
      (typeof services)[number],
      typeof Database
    >,
  ),
  files: z.array(File).max(bounds.parts),
});
export type Manifest = z.output<typeof Manifest>;
export type ArchivedTable = z.output<typeof Table>;
export type ArchivedFile = z.output<typeof File>;
export type ArchivedContents = z.output<typeof Contents>;
