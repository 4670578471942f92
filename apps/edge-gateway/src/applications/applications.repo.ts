import type { Scope } from "@marketplace/conventions";
import { toId } from "@marketplace/database";
import type { GatewayDatabase, Prisma } from "@marketplace/database/gateway";
import type { SecretBox } from "../secrets/secret-box.ts";
import { nameIssue } from "./display-name.rules.ts";
import { issueOfRedirect } from "./redirect-uri.rules.ts";

export const grantTypes = ["authorization_code", "refresh_token", "client_credentials"] as const;
export type GrantType = (typeof grantTypes)[number];

/** An application as the gateway keeps it; reading its webhook secret decrypts it. */
export interface Application {
  id: number;
  name: string;
  owner_id: number;
  secret_hash: Uint8Array;
  redirect_uris: string[];
  grant_types: string[];
  scopes: Scope[];
  callback_url: string | null;
  topics: string[];
  readonly webhook_secret: string;
}

export type NewApplication = Omit<Application, "id" | "secret_hash"> & { secret_hash: Buffer<ArrayBuffer> };

/** What the owner may change; what is absent stays. */
export type ApplicationChange = Partial<
  Pick<Application, "name" | "redirect_uris" | "callback_url" | "topics">
>;

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

/** Applications; secrets leave and enter the database encrypted. */
export function createApplicationsRepo(db: GatewayDatabase, box: SecretBox) {
  const applicationOf = (row: Prisma.ApplicationGetPayload<object>): Application => ({
    id: toId(row.id),
    name: row.name,
    owner_id: toId(row.ownerId),
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
  });

  return {
    async find(id: number): Promise<Application | undefined> {
      const row = await db.current().application.findUnique({ where: { id: BigInt(id) } });
      return row ? applicationOf(row) : undefined;
    },

    async create(application: NewApplication): Promise<Application> {
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
        },
      });
      return applicationOf(row);
    },

    async change(id: number, change: ApplicationChange): Promise<Application> {
      checkShown(change);
      const data = {
        name: change.name,
        redirectUris: change.redirect_uris,
        callbackUrl: change.callback_url,
        topics: change.topics,
      };
      return applicationOf(await db.current().application.update({ where: { id: BigInt(id) }, data }));
    },
  };
}
