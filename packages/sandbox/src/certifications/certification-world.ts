import { z } from "zod";
import type { LabDeps } from "../feature.ts";
import { problems } from "../problems.ts";
import { type ApiAccess, CallFailed, callApi } from "../triggers/api-call.ts";
import type { RequestStep } from "../triggers/trigger.schema.ts";
import { triggerContextOf } from "../triggers/trigger-context.ts";
import type { MadeWorld } from "../worlds/worlds.ts";
import type { ClientView } from "./certifications.schema.ts";
import type { Client } from "./client-requests.ts";

const Application = z.object({
  id: z.int(),
  client_id: z.string(),
  client_secret: z.string(),
  redirect_uri: z.string(),
  webhook_secret: z.string(),
});
type ApplicationData = z.output<typeof Application>;
const User = z.object({ id: z.int(), site_id: z.string() });
const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const Items = z.object({ results: z.array(z.string()) });
const Question = z.object({ id: z.int() });

/** Longer than any certification takes, which ends its world; a slow integration needs some hours. */
const ttlSeconds = 86_400;

/** The owner of the demo's application. */
const owner = "seller_mla";

/** A world with an integration that is to be certified. */
export interface CertificationWorld extends MadeWorld {
  client: ClientView;
  /** By whom its requests are known. */
  identity: Client;
  /** Asks a question about an item of the user; resolves with its path. */
  ask(): Promise<string>;
  revoke(): Promise<void>;
}

interface Wanted {
  url: string;
  /** Name of the user. */
  user: string;
  /** The product's address, from this process. */
  ownUrl: string;
}

/** Makes a world whose application is notified at the address, and may act for the user. */
export async function certificationWorld(deps: LabDeps, wanted: Wanted): Promise<CertificationWorld> {
  const made = await deps.worlds.create({ from: "demo", ttlSeconds });
  try {
    return await setUp(made, deps, wanted);
  } catch (error) {
    await deps.worlds.drop(made.world.id);
    throw error;
  }
}

async function setUp(
  made: MadeWorld,
  deps: LabDeps,
  { url, user: name, ownUrl }: Wanted,
): Promise<CertificationWorld> {
  const { access } = triggerContextOf(made.world, deps, ownUrl);
  const application = Application.parse(made.document.applications.default);
  const user = User.safeParse(made.document.users[name]).data;
  if (!user) throw problems.not_certifiable({ reason: `the demo has no user ${name}` });
  const path = `/applications/${application.id}`;
  const subscription = { callback_url: url, topics: ["questions"] };
  await call(access, { as: owner, method: "PUT", path, body: subscription });
  const tokens = await tokensOf(
    application,
    await grantOf({ name, id: user.id }, application, access),
    access,
  );
  const itemsPath = `/users/${user.id}/items/search?status=active&limit=1`;
  const [item_id] = itemsIn(await call(access, { as: name, method: "GET", path: itemsPath }));
  if (item_id === undefined) throw problems.not_certifiable({ reason: `${name} has no active item` });
  const buyer = `buyer_${user.site_id.toLowerCase()}`;
  let asked = 0;
  return {
    ...made,
    client: clientViewOf({ ...access, baseUrl: deps.baseUrl }, application, { ...tokens, user_id: user.id }),
    identity: {
      applicationId: application.id,
      userId: user.id,
      clientId: application.client_id,
      labToken: access.tokenOf(name) ?? "",
    },
    async ask() {
      const body = { item_id, text: `¿Tienen stock? (${++asked})` };
      const question = await call(access, { as: buyer, method: "POST", path: "/questions", body });
      return `/questions/${Question.parse(question).id}`;
    },
    async revoke() {
      const granted = `/users/${user.id}/applications/${application.id}`;
      await call(access, { as: name, method: "DELETE", path: granted });
    },
  };
}

const clientViewOf = (
  { baseUrl: base_url, world }: ApiAccess,
  { id: _, ...application }: ApplicationData,
  tokens: Pick<ClientView, "user_id" | "access_token" | "refresh_token">,
): ClientView => ({ base_url, world, ...application, ...tokens });

const itemsIn = (body: unknown): string[] => Items.parse(body).results;

interface Granting {
  name: string;
  id: number;
}

/** The parameters that get tokens of the user: the owner's by the application's own credentials. */
async function grantOf({ name, id }: Granting, application: ApplicationData, access: ApiAccess) {
  if (name === owner) return { grant_type: "client_credentials" };
  const code = await codeOf(id, application, access);
  return { grant_type: "authorization_code", redirect_uri: application.redirect_uri, code };
}

async function tokensOf({ client_id, client_secret }: ApplicationData, grant: object, access: ApiAccess) {
  const body = { client_id, client_secret, ...grant };
  return Tokens.parse(await call(access, { as: "nobody", method: "POST", path: "/oauth/token", body }));
}

/** The code that the consent page of a sandbox gives for a user who is picked there. */
async function codeOf(userId: number, application: ApplicationData, { baseUrl }: ApiAccess): Promise<string> {
  const { client_id, redirect_uri } = application;
  const answer = await fetch(new URL("/authorization", baseUrl), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      response_type: "code",
      client_id,
      redirect_uri,
      user_id: String(userId),
      decision: "allow",
    }),
  });
  await answer.body?.cancel();
  const code = new URL(answer.headers.get("location") ?? "", redirect_uri).searchParams.get("code");
  if (code === null)
    throw problems.not_certifiable({
      reason: `without a page to pick users, only ${owner} can be certified`,
    });
  return code;
}

async function call(access: ApiAccess, step: Omit<RequestStep, "name">): Promise<unknown> {
  const { status, body } = await callApi(step, access).catch((error: unknown) => {
    if (!(error instanceof CallFailed)) throw error;
    throw problems.not_certifiable({ reason: `${step.method} ${step.path}: ${error.message}` });
  });
  if (status >= 200 && status < 300) return body;
  const said = JSON.stringify(body).slice(0, 300);
  throw problems.not_certifiable({
    reason: `${step.method} ${step.path} as ${step.as} was answered ${status}: ${said}`,
  });
}
