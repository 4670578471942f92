import { isDeepStrictEqual } from "node:util";
import type { Page, Scope } from "@marketplace/conventions";
import { invalidate, toId } from "@marketplace/database";
import type { GatewayDatabase, Prisma } from "@marketplace/database/gateway";
import type { Clock } from "@marketplace/server";
import type { SecretBox } from "../secrets/secret-box.ts";
import { nameIssue } from "./display-name.rules.ts";
import { issueOfRedirect } from "./redirect-uri.rules.ts";

export const grantTypes = ["authorization_code", "refresh_token", "client_credentials"] as const;
export type GrantType = (typeof grantTypes)[number];

/** An application as the gateway keeps it; reading its webhook secret decrypts it. */
export interface Application {
  id: number;
  name: string;
  /** Null for those of the product itself. */
  owner_id: number | null;
  /** Which part of the product it is; null for the applications of users. */
  builtin: string | null;
  secret_hash: Uint8Array;
  redirect_uris: string[];
  grant_types: string[];
  scopes: Scope[];
  callback_url: string | null;
  topics: string[];
  readonly webhook_secret: string;
  /** Null follows the deployment's default; 0 is no limit. */
  requests_per_minute: number | null;
  /** Who disabled it; null while it is active. */
  disabled_by: DisabledBy | null;
  /** Whether its owner is disabled, and so nobody may use it. */
  owner_disabled: boolean;
  /** The client secret that still works until then, beside the present one. */
  former_secret: { hash: Uint8Array; until: Date } | undefined;
  created_at: Date;
}

/** An application of a user. */
export type OwnedApplication = Application & { owner_id: number };

export type DisabledBy = "owner" | "operator";

/** Whether anybody may use it: neither it nor its owner is disabled. */
export const isUsable = ({ disabled_by, owner_disabled }: Application): boolean =>
  disabled_by === null && !owner_disabled;

type MadeByDatabase =
  | "id"
  | "created_at"
  | "requests_per_minute"
  | "disabled_by"
  | "owner_disabled"
  | "former_secret"
  | "builtin";
export type NewApplication = Omit<Application, "secret_hash" | "owner_id" | MadeByDatabase> & {
  owner_id: number;
  secret_hash: Buffer<ArrayBuffer>;
};

/** What the product says of an application of its own. */
export type BuiltinApplication = Pick<
  NewApplication,
  "name" | "redirect_uris" | "grant_types" | "scopes" | "secret_hash"
>;

/** What is changed; what is absent stays. */
export type ApplicationChange = Partial<
  Pick<
    Application,
    "name" | "redirect_uris" | "callback_url" | "topics" | "requests_per_minute" | "disabled_by"
  >
>;

/** Whose applications to list; those of everybody when absent. */
export interface ApplicationFilter {
  ownerId?: number | undefined;
}

/** Topic under which every process hears, by its id, of an application whose tokens are to be read again. */
export const changedApplications = "changed-applications";

export type ApplicationsRepo = ReturnType<typeof createApplicationsRepo>;

/** Throws for a name with invisible characters and for a redirect URI that is not allowed. */
function checkShown({ name = "", redirect_uris = [] }: ApplicationChange): void {
  const issue = nameIssue(name);
  if (issue !== undefined) throw new Error(`name ${issue}`);
  for (const uri of redirect_uris) {
    const wrong = issueOfRedirect(uri);
    if (wrong !== undefined) throw new Error(`redirect_uris: ${JSON.stringify(uri)} ${wrong}`);
  }
}

const withOwner = { owner: { select: { disabledAt: true } } } as const;

/** Applications; secrets leave and enter the database encrypted. */
export function createApplicationsRepo(
  db: GatewayDatabase,
  { box, clock }: { box: SecretBox; clock: Clock },
) {
  const applicationOf = (row: Prisma.ApplicationGetPayload<{ include: typeof withOwner }>): Application => ({
    id: toId(row.id),
    name: row.name,
    owner_id: row.ownerId === null ? null : toId(row.ownerId),
    builtin: row.builtin,
    secret_hash: row.secretHash,
    redirect_uris: row.redirectUris,
    grant_types: row.grantTypes,
    // The column holds scopes only.
    scopes: row.scopes as Scope[],
    callback_url: row.callbackUrl,
    topics: row.topics,
    // Decrypted on demand: sign-in works even when the key is lost.
    get webhook_secret() {
      return box.open(row.webhookSecret);
    },
    requests_per_minute: row.requestsPerMinute,
    // A check constraint says so.
    disabled_by: row.disabledBy as DisabledBy | null,
    owner_disabled: row.owner !== null && row.owner.disabledAt !== null,
    former_secret:
      row.formerSecretHash && row.formerSecretUntil
        ? { hash: row.formerSecretHash, until: row.formerSecretUntil }
        : undefined,
    created_at: row.createdAt,
  });

  return {
    async find(id: number): Promise<Application | undefined> {
      const row = await db
        .current()
        .application.findUnique({ where: { id: BigInt(id) }, include: withOwner });
      return row ? applicationOf(row) : undefined;
    },

    async create(application: NewApplication): Promise<OwnedApplication> {
      checkShown(application);
      const row = await db.current().application.create({
        data: {
          name: application.name,
          ownerId: BigInt(application.owner_id),
          secretHash: application.secret_hash,
          redirectUris: application.redirect_uris,
          grantTypes: application.grant_types,
          scopes: application.scopes,
          callbackUrl: application.callback_url,
          topics: application.topics,
          webhookSecret: box.seal(application.webhook_secret),
          createdAt: clock.now(),
        },
        include: withOwner,
      });
      return Object.assign(applicationOf(row), { owner_id: application.owner_id });
    },

    /** The product's own application of this name; one that is already as wanted is only read. */
    async builtin(name: string, wanted: BuiltinApplication): Promise<Application> {
      const { redirect_uris, grant_types, scopes } = wanted;
      const present = await db
        .current()
        .application.findUnique({ where: { builtin: name }, include: withOwner });
      if (present && isDeepStrictEqual(present.redirectUris, redirect_uris)) return applicationOf(present);
      await db.execute(
        `INSERT INTO applications (builtin, name, secret_hash, redirect_uris, grant_types, scopes, topics, webhook_secret, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, '{}', $7, $8)
         ON CONFLICT (builtin) DO UPDATE SET redirect_uris = excluded.redirect_uris
         WHERE applications.redirect_uris <> excluded.redirect_uris`,
        [
          name,
          wanted.name,
          wanted.secret_hash,
          redirect_uris,
          grant_types,
          scopes,
          box.seal(""),
          clock.now(),
        ],
      );
      const row = await db
        .current()
        .application.findUniqueOrThrow({ where: { builtin: name }, include: withOwner });
      return applicationOf(row);
    },

    /** The application as it is, locked until the transaction ends. */
    async lock(id: number): Promise<Application | undefined> {
      await db.query("SELECT FROM applications WHERE id = $1 FOR UPDATE", [id]);
      const row = await db
        .current()
        .application.findUnique({ where: { id: BigInt(id) }, include: withOwner });
      return row ? applicationOf(row) : undefined;
    },

    async list({ ownerId }: ApplicationFilter, { limit, offset }: Page) {
      const where = ownerId === undefined ? { builtin: null } : { ownerId: BigInt(ownerId) };
      const total = await db.current().application.count({ where });
      const page = { skip: offset, take: limit, orderBy: { id: "asc" } } as const;
      const rows = await db.current().application.findMany({ where, ...page, include: withOwner });
      return { total, applications: rows.map(applicationOf) };
    },

    /** Changes an application. What every process knows of its tokens is read again. */
    async change(id: number, change: ApplicationChange): Promise<Application> {
      checkShown(change);
      const data = {
        name: change.name,
        redirectUris: change.redirect_uris,
        callbackUrl: change.callback_url,
        topics: change.topics,
        requestsPerMinute: change.requests_per_minute,
        disabledBy: change.disabled_by,
      };
      return db.transaction(async () => {
        const row = await db.current().application.update({
          where: { id: BigInt(id) },
          data,
          include: withOwner,
        });
        await invalidate(db, changedApplications, String(id));
        return applicationOf(row);
      });
    },

    /** Replaces the client secret. The present one works until `formerUntil`, the one before it no more. */
    async rotateSecret(id: number, secretHash: Buffer<ArrayBuffer>, formerUntil: Date | null): Promise<void> {
      await db.execute(
        `UPDATE applications SET secret_hash = $2, former_secret_until = $3,
           former_secret_hash = CASE WHEN $3::timestamptz IS NOT NULL THEN secret_hash END
         WHERE id = $1`,
        [id, secretHash, formerUntil],
      );
    },
  };
}
