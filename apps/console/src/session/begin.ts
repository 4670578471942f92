import type { Tokens } from "@marketplace-api/client";
import { ApiProblem, dataOf } from "../api/problem.ts";
import { forgetDrafts } from "../shared/draft-store.ts";
import { endFormerTokens, endTokens } from "./former-tokens.ts";
import { createLab, type LabSchemas } from "./lab.ts";
import { takeReturned } from "./oauth.ts";
import { clientOf, draftUserOf, type Session } from "./session.ts";
import type { Settings } from "./settings.ts";
import { readTab, updateTab } from "./tab.ts";

/** How a tab begins: somebody is there, or it has to be asked who. */
export type Beginning = { kind: "session"; session: Session } | Nobody;
interface Nobody {
  kind: "nobody";
  /** Why a sign-in brought nobody. */
  reason?: string;
  /** Who has signed in in this browser since; this tab was of somebody else. */
  other?: string;
}

export const defaultWorld = "default";

type Wanted = { user?: number | undefined; world: string };

/** A user to begin with: a seller where there is one, because sellers see most. */
function firstUser({ users }: LabSchemas["WorldDocument"]): number {
  const [any] = Object.values(users);
  return Number((users.seller_mla ?? any)?.id);
}

const tokensOf = (minted: LabSchemas["ConsoleSession"]): Tokens => ({
  accessToken: minted.access_token,
  refreshToken: minted.refresh_token,
  expiresAt: Date.now() + minted.expires_in * 1_000,
  userId: minted.user_id,
});

/** A session of a user of a world of the sandbox, who is not asked. */
export async function sessionOf(adminToken: string, { user, world }: Wanted): Promise<Session> {
  const client = createLab(adminToken, world);
  const user_id =
    user ??
    firstUser(
      await dataOf(client.GET("/_sandbox/worlds/{id}/document", { params: { path: { id: world } } })),
    );
  const minted = await dataOf(client.POST("/_sandbox/sessions", { body: { user_id } }));
  const { client_id: clientId } = minted;
  return {
    client: clientOf(clientId, tokensOf(minted)),
    userId: user_id,
    clientId,
    lab: { client, adminToken, world },
  };
}

/** Nobody waits for it, and what is left behind expires. */
const endInBackground = (session: Session): void => void endFormerTokens(session).catch(() => {});

const isGone = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;

function keep(session: Session, { world }: Wanted): Session {
  updateTab({ user: session.userId, world });
  endInBackground(session);
  return session;
}

/** Goes up with each choice, and when it is done. The last choice counts, whichever answer comes last. */
let choices = 0;

interface Acting {
  /** Whether the world's first user does where this one is not. */
  orFirst?: boolean;
  /** Whether it only goes on with who was chosen before. */
  isRenewal?: boolean;
}

/** Acts as that user from now on, in this tab; `undefined` when somebody else was chosen meanwhile. */
export async function actInSandbox(
  adminToken: string,
  wanted: Wanted,
  { orFirst = false, isRenewal = false }: Acting = {},
): Promise<Session | undefined> {
  if (!isRenewal) choices++;
  const choice = choices;
  const session = await sessionOf(adminToken, wanted).catch((error) => {
    if (!orFirst || !isGone(error) || choice !== choices) throw error;
    return sessionOf(adminToken, { world: wanted.world });
  });
  if (choice !== choices) {
    void endTokens(session).catch(() => {});
    return undefined;
  }
  if (!isRenewal) choices++;
  return keep(session, wanted);
}

/** What this tab did before it was loaded again; a world that has ended, or its user, is forgotten. */
export async function resumeInSandbox(adminToken: string): Promise<Session> {
  choices++;
  const { user, world = defaultWorld } = readTab();
  const first = { world: defaultWorld };
  try {
    return keep(await sessionOf(adminToken, { user, world }), { world });
  } catch (error) {
    if (!isGone(error) || (user === undefined && world === defaultWorld)) throw error;
    return keep(await sessionOf(adminToken, first), first);
  }
}

/** The session of tokens that a sign-in brought. */
const signedIn = ({ client_id: clientId }: Settings, tokens: Tokens): Session => ({
  client: clientOf(clientId, tokens),
  userId: tokens.userId ?? 0,
  clientId,
  lab: undefined,
});

/**
 * Users of a browser share its sign-in: the last one who signed in comes back, also to a tab of somebody
 * else. No tab becomes another user without being told to.
 */
async function notThisTabs(session: Session): Promise<Nobody> {
  updateTab({ signedIn: false, user: undefined });
  const { nickname } = await dataOf(session.client.GET("/users/me"));
  void endTokens(session).catch(() => {});
  return { kind: "nobody", other: nickname };
}

/** Begins with what a sign-in brought back, if this is the way back from one. */
export async function beginSignedIn(settings: Settings): Promise<Beginning> {
  const returned = await takeReturned(settings);
  if (returned?.kind === "tokens") {
    const session = signedIn(settings, returned.tokens);
    const { user } = readTab();
    if (user !== undefined && user !== session.userId) return notThisTabs(session);
    updateTab({ signedIn: true, user: session.userId });
    forgetDrafts({ but: draftUserOf(session) });
    endInBackground(session);
    return { kind: "session", session };
  }
  return returned ? { kind: "nobody", reason: returned.reason } : { kind: "nobody" };
}
