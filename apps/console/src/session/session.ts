import { createClient, type MarketplaceClient, OAuthError, type Tokens } from "@marketplace-api/client";
import { createContext, useContext } from "react";
import { ApiProblem } from "../api/problem.ts";
import type { LabClient } from "./lab.ts";
import type { Settings } from "./settings.ts";

/** The sandbox lab as this tab uses it. */
export interface Lab {
  client: LabClient;
  adminToken: string;
  world: string;
}

/** Whom this tab acts as. */
export interface Session {
  client: MarketplaceClient;
  userId: number;
  /** The console as an application of the world. */
  clientId: string;
  lab: Lab | undefined;
}

export interface SessionAccess {
  settings: Settings;
  session: Session;
  /** Acts as another user of the world; only in a sandbox. Resolves to whether it was the last choice. */
  actAs(user: number): Promise<boolean>;
  /** Acts in another world, as the same user where it has this one; only in a sandbox. */
  goTo(world: string): Promise<boolean>;
  signOut(): void;
}

export const SessionContext = createContext<SessionAccess | undefined>(undefined);

export function useSession(): SessionAccess {
  const access = useContext(SessionContext);
  if (!access) throw new Error("nobody is signed in here");
  return access;
}

/** The client of whom this tab acts as. */
export const useClient = (): MarketplaceClient => useSession().session.client;

/** The sandbox lab; pages that need it are shown only where it is. */
export function useLab(): Lab {
  const { lab } = useSession().session;
  if (!lab) throw new Error("there is no sandbox lab here");
  return lab;
}

/** Whose drafts a session sees: user ids begin again in each world. */
export const draftUserOf = ({ lab, userId }: Session): string => `${lab?.world ?? ""}/${userId}`;

/** Tokens in memory, which renew themselves. */
export const clientOf = (clientId: string, tokens: Tokens): MarketplaceClient =>
  createClient({
    baseUrl: location.origin,
    auth: { application: { clientId }, tokens },
    retry: { attempts: 2, maxWaitMs: 2_000 },
  });

/** Whether the session cannot go on: its tokens were taken back, or have expired. */
export const isEnded = (error: unknown): boolean =>
  (error instanceof OAuthError && error.error === "invalid_grant") ||
  (error instanceof ApiProblem && error.status === 401 && error.error === "invalid_token");
