import { createHash, randomUUID } from "node:crypto";
import { dayMs, type Scope } from "@marketplace/conventions";
import { type Application, grantTypes } from "./applications/applications.repo.ts";
import { topics } from "./applications/applications.schema.ts";
import { demoPersonas, type Persona, type PersonaName } from "./demo/demo-personas.ts";
import { demoBuyers, demoUsers } from "./demo/demo-users.ts";
import { addressIn, phoneIn } from "./demo/site-addresses.ts";
import type { Deps } from "./deps.ts";
import { hashPassword, mintPassword } from "./sign-in/passwords.service.ts";
import { hashOf, mintAccessToken, mintSecret, mintWebhookSecret } from "./tokens/token-text.rules.ts";
import { inventedIdentification } from "./users/identification.rules.ts";
import type { NewUser, User } from "./users/users.repo.ts";

interface SeededUser {
  id: number;
  nickname: string;
  site_id: string;
  access_token: string;
  /** The same for all of them: one generated for this demo. */
  password: string;
}

/** What the demo seed made, in the words of `sandbox.json` (decisions 8.2). */
export interface SeededIdentity {
  users: Record<PersonaName, SeededUser>;
  applications: {
    default: {
      id: number;
      client_id: string;
      client_secret: string;
      redirect_uri: string;
      webhook_secret: string;
    };
  };
  tokens: { read_only_seller_mla: string; expired: string; revoked: string };
  /** Ids of further buyers of MLA. */
  demoUsers: number[];
  /** Ids of the buyers whose purchases fill the demo, by site. */
  buyers: Record<string, number[]>;
}

const readWrite = ["read", "write"] as const;
const tenYears = 10 * 365 * dayMs;
/** The demo's questions and orders are younger than its users. */
const registeredBefore = 2 * 365 * dayMs;

/** Fills an empty database with the demo's users, its application and their tokens; all or nothing. */
export async function seedDemo(deps: Deps, { now }: { now: Date; baseUrl: string }): Promise<SeededIdentity> {
  const password = mintPassword();
  const hashed = await hashPassword(password);
  return deps.transaction(async () => {
    const registeredAt = new Date(now.getTime() - registeredBefore);
    const named = await createPersonas(deps, { password: hashed, registeredAt });
    const others = await deps.users.create(demoUsers.map((persona) => userOf(persona, registeredAt)));
    const clientSecret = mintSecret();
    const application = await createApplication(deps, named.seller_mla, clientSecret);
    const batch = tokenBatch(application.id, now);
    const users = mapPersonas(named, (user) => ({
      id: user.id,
      nickname: user.nickname,
      site_id: user.site_id,
      access_token: batch.add(user, { scopes: readWrite }),
      password,
    }));
    const tokens = {
      read_only_seller_mla: batch.add(named.seller_mla, { scopes: ["read"] }),
      expired: batch.add(named.seller_mla, { scopes: readWrite, livesMs: -3_600_000 }),
      revoked: batch.add(named.seller_mla, { scopes: readWrite, revokedAt: now }),
    };
    await batch.store(deps);
    const settings = credentialsOf(application, clientSecret);
    const foreign = await deps.users.create(demoBuyers.map((persona) => userOf(persona, registeredAt)));
    const buyers: Record<string, number[]> = {};
    for (const { site_id, id } of [...others, ...foreign]) buyers[site_id] = [...(buyers[site_id] ?? []), id];
    const demoIds = others.map(({ id }) => id);
    return { users, applications: { default: settings }, tokens, demoUsers: demoIds, buyers };
  });
}

/** Fills an empty database with one operator, an application of theirs, and a token. */
export async function seedOperator(
  deps: Deps,
  { now }: { now: Date },
): Promise<Pick<SeededIdentity, "applications"> & { users: { operator: SeededUser } }> {
  const password = mintPassword();
  const persona = demoPersonas.operator;
  const profile = { ...userOf(persona, now), password: await hashPassword(password) };
  return deps.transaction(async () => {
    const [operator] = await deps.users.create([profile]);
    if (!operator) throw new Error("a created user was not returned");
    const clientSecret = mintSecret();
    const application = await createApplication(deps, operator, clientSecret);
    const batch = tokenBatch(application.id, now);
    const { id, nickname, site_id } = operator;
    const access_token = batch.add(operator, { scopes: readWrite });
    await batch.store(deps);
    return {
      users: { operator: { id, nickname, site_id, access_token, password } },
      applications: { default: credentialsOf(application, clientSecret) },
    };
  });
}

async function createPersonas(
  deps: Deps,
  { password, registeredAt }: Pick<NewUser, "password" | "registeredAt">,
): Promise<Record<PersonaName, User>> {
  // Object.keys loses the keys' type.
  const names = Object.keys(demoPersonas) as PersonaName[];
  const users = await deps.users.create(
    names.map((name) => ({ ...userOf(demoPersonas[name], registeredAt), password })),
  );
  const entries = names.map((name, index) => [name, users[index]] as const);
  // create answers one user per user given, in the same order.
  return Object.fromEntries(entries) as Record<PersonaName, User>;
}

// Object.fromEntries and Object.entries lose the keys' type, which the argument states.
const mapPersonas = <T>(named: Record<PersonaName, User>, map: (user: User) => T): Record<PersonaName, T> =>
  Object.fromEntries(Object.entries(named).map(([name, user]) => [name, map(user)])) as Record<
    PersonaName,
    T
  >;

const countries = { MLA: "AR", MLB: "BR", MLC: "CL", MLM: "MX", MLU: "UY" } as const;

function userOf(persona: Persona, registeredAt: Date): NewUser {
  const { site_id, nickname, first_name, last_name, phone, roles, place } = persona;
  return {
    site_id,
    nickname,
    first_name,
    last_name,
    country_id: countries[site_id],
    email: `${nickname.toLowerCase()}@example.com`,
    phone: phoneIn(site_id, phone),
    address: place === undefined ? null : addressIn(site_id, place),
    reputation_level: persona.reputation_level ?? null,
    roles: [...roles],
    moderated: persona.moderated ?? false,
    intervened: false,
    messaging_allowed: persona.messaging_allowed ?? true,
    identification: inventedIdentification(site_id, digitsOf(nickname), persona),
    test_user: true,
    registeredAt,
  };
}

/** Eight digits that are the same in every demo. */
const digitsOf = (nickname: string): string =>
  String(20_000_000 + (createHash("sha256").update(nickname).digest().readUInt32BE() % 20_000_000));

function createApplication(deps: Deps, owner: User, clientSecret: string): Promise<Application> {
  return deps.applications.create({
    name: "Demo application",
    owner_id: owner.id,
    secret_hash: hashOf(clientSecret),
    redirect_uris: ["http://localhost:3000/callback", "http://127.0.0.1:3000/callback"],
    grant_types: [...grantTypes],
    scopes: ["read", "write", "offline_access"],
    callback_url: null,
    topics: [...topics],
    webhook_secret: mintWebhookSecret(),
  });
}

const credentialsOf = ({ id, redirect_uris, webhook_secret }: Application, clientSecret: string) => ({
  id,
  client_id: String(id),
  client_secret: clientSecret,
  redirect_uri: redirect_uris[0] ?? "",
  webhook_secret,
});

interface TokenPlan {
  scopes: readonly Scope[];
  livesMs?: number;
  revokedAt?: Date;
}

/** Collects tokens, each in a family of its own, to store them in two statements. */
function tokenBatch(applicationId: number, now: Date) {
  const planned: {
    family: { id: string; userId: number; revokedAt?: Date };
    text: string;
    plan: TokenPlan;
  }[] = [];
  return {
    add(user: User, plan: TokenPlan): string {
      const text = mintAccessToken({ applicationId, userId: user.id }, "");
      planned.push({ family: { id: randomUUID(), userId: user.id, revokedAt: plan.revokedAt }, text, plan });
      return text;
    },
    async store({ tokens }: Deps): Promise<void> {
      await tokens.createFamilies(planned.map(({ family }) => ({ ...family, applicationId })));
      const rows = planned.map(({ family, text, plan: { scopes, livesMs = tenYears } }) => ({
        hash: hashOf(text),
        familyId: family.id,
        kind: "access" as const,
        scopes,
        expiresAt: new Date(now.getTime() + livesMs),
      }));
      await tokens.add(rows);
    },
  };
}
