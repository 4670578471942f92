import { randomInt, randomUUID } from "node:crypto";
import type { CatalogRpc } from "@marketplace/contracts";
import { type Caller, common } from "@marketplace/conventions";
import { addressIn, phoneIn } from "../demo/site-addresses.ts";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { hashPassword, mintPassword } from "../sign-in/passwords.service.ts";
import { issueTokens } from "../tokens/tokens.service.ts";
import { inventedIdentification } from "./identification.rules.ts";
import type { NewUser } from "./users.repo.ts";

type Site = Awaited<ReturnType<CatalogRpc["sites"]>>[number];

/** The site of a user to be; 404 for an unknown one. */
export async function siteOfTestUser({ clients }: Pick<Deps, "clients">, siteId: string): Promise<Site> {
  const sites = await clients.catalog.sites({});
  const site = sites.find(({ id }) => id === siteId);
  if (!site) throw problems.site_not_found({ id: siteId });
  return site;
}

/** A new user of a site who may buy and sell. Hashing takes long, so it is done before the transaction. */
export async function testUser(
  { clock }: Pick<Deps, "clock">,
  site: Site,
): Promise<{ user: NewUser; password: string }> {
  const password = mintPassword();
  return { user: { ...profileOf(site, clock.now()), password: await hashPassword(password) }, password };
}

/** Creates a test user, with a token for the caller's application. */
export async function createTestUser(
  deps: Deps,
  { user: profile, password }: Awaited<ReturnType<typeof testUser>>,
  caller: Caller,
) {
  return deps.transaction(async () => {
    const [user] = await deps.users.create([profile]);
    if (!user) throw new Error("a created user was not returned");
    await deps.audit.record({
      action: "user.created",
      subject: `/users/${user.id}`,
      details: { site_id: profile.site_id, test_user: true },
    });
    const family = { id: randomUUID(), applicationId: caller.applicationId, userId: user.id };
    if (!(await deps.tokens.createFamily(family))) throw common.invalid_token();
    const { access_token } = await issueTokens(deps, family, { scopes: ["read", "write"] });
    return {
      id: user.id,
      nickname: user.nickname,
      password,
      site_status: user.site_status,
      access_token,
    };
  });
}

/** What test users are called in the language of their site. */
const names = {
  es: { nickname: "PRUEBA", first_name: "Usuario", last_name: "de Prueba" },
  pt: { nickname: "TESTE", first_name: "Usuário", last_name: "de Teste" },
} as const;

function profileOf({ id: siteId, country_id, language }: Site, registeredAt: Date): NewUser {
  const digits = String(randomInt(10 ** 11, 10 ** 12));
  const { nickname, first_name, last_name } = names[language];
  return {
    nickname: `${nickname}${digits}`,
    site_id: siteId,
    country_id,
    email: `test_user_${digits}@example.com`,
    phone: phoneIn(siteId, digits),
    first_name,
    last_name,
    address: addressIn(siteId),
    // Flex requires a good reputation, and newcomers shall be able to try everything.
    reputation_level: "5_green",
    roles: ["seller", "buyer"],
    moderated: false,
    intervened: false,
    messaging_allowed: true,
    identification: inventedIdentification(siteId, digits.slice(0, 8)),
    test_user: true,
    registeredAt,
  };
}
