import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ApiProblem } from "../api/problem.ts";
import { actInSandbox, type Beginning, beginSignedIn, defaultWorld, resumeInSandbox } from "./begin.ts";
import { askForAccess } from "./lab.ts";
import { leaveToSignIn } from "./oauth.ts";
import { isEnded, type Session, type SessionAccess, SessionContext } from "./session.ts";
import { readSettings, type Settings } from "./settings.ts";
import { SignIn } from "./sign-in.tsx";
import { StartFailed, Starting } from "./starting.tsx";
import { readTab, updateTab } from "./tab.ts";

type Phase =
  | { kind: "starting" }
  | { kind: "failed"; error: unknown }
  | { kind: "nobody"; settings: Settings; reason?: string; other?: string; ended?: boolean }
  | { kind: "ready"; settings: Settings; session: Session };

/** Where there is a lab that lets everybody in, its first user; else who signs in, or has just done so. */
async function begin(settings: Settings): Promise<Beginning | undefined> {
  const adminToken = settings.lab ? await askForAccess() : undefined;
  if (adminToken !== undefined) return { kind: "session", session: await resumeInSandbox(adminToken) };
  const beginning = await beginSignedIn(settings);
  if (beginning.kind === "session" || beginning.reason !== undefined || !readTab().signedIn) return beginning;
  // Signed in before the reload: the gateway's session and the remembered consent lead straight back.
  updateTab({ signedIn: false });
  await leaveToSignIn(settings);
  return undefined;
}

/** Knows who this tab acts as, and gives what is inside a client for it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [phase, setPhase] = useState<Phase>({ kind: "starting" });
  const start = useCallback(async () => {
    setPhase({ kind: "starting" });
    try {
      const settings = await readSettings();
      const beginning = await begin(settings);
      if (beginning?.kind === "session") setPhase({ kind: "ready", settings, session: beginning.session });
      else if (beginning) setPhase({ ...beginning, settings });
    } catch (error) {
      setPhase({ kind: "failed", error });
    }
  }, []);
  // The way back of a sign-in works once, so that it is taken once.
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void start();
  }, [start]);

  if (phase.kind === "starting") return <Starting />;
  if (phase.kind === "failed") return <StartFailed error={phase.error} again={start} />;
  const { settings } = phase;
  if (phase.kind === "nobody")
    return (
      <SignIn
        settings={settings}
        reason={phase.reason}
        other={phase.other}
        ended={phase.ended ?? false}
        useAdminToken={async (adminToken) =>
          setPhase({ kind: "ready", settings, session: await resumeInSandbox(adminToken) })
        }
      />
    );
  const change = (session: Session | undefined) =>
    setPhase(session ? { kind: "ready", settings, session } : { kind: "nobody", settings, ended: true });
  return (
    <Ready
      key={`${phase.session.lab?.world}/${phase.session.clientId}/${phase.session.userId}`}
      {...phase}
      change={change}
    >
      {children}
    </Ready>
  );
}

interface ReadyProps {
  settings: Settings;
  session: Session;
  change(session: Session | undefined): void;
  children: ReactNode;
}

function Ready({ settings, session, change, children }: ReadyProps) {
  const renewal = useRenewal(session, change);
  const queries = useMemo(() => createQueries(renewal), [renewal]);
  const access: SessionAccess = {
    settings,
    session,
    async actAs(user, world = session.lab?.world ?? defaultWorld) {
      if (!session.lab) return;
      change(await actInSandbox(session.lab.adminToken, { user, world }));
    },
    signOut() {
      updateTab({ signedIn: false, user: undefined, world: undefined });
      location.assign("/sign_in");
    },
  };
  const former = useRef(session);
  useEffect(() => {
    if (former.current === session) return;
    former.current = session;
    // What the ended session could not read is read by the one that has taken its place.
    void queries.invalidateQueries();
  }, [session, queries]);
  return (
    <SessionContext value={access}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </SessionContext>
  );
}

const renewalPauseMs = 5_000;

/** In a sandbox a session that ended begins anew; elsewhere its user has to sign in again. */
function useRenewal(session: Session, change: ReadyProps["change"]): () => void {
  const present = useRef({ session, change, isUnderWay: false, last: Number.NEGATIVE_INFINITY });
  present.current.session = session;
  present.current.change = change;
  return useCallback(() => {
    const { current } = present;
    // An API that refuses every token, as a fault can make it, is not asked for new ones all the time.
    if (current.isUnderWay || performance.now() - current.last < renewalPauseMs) return;
    current.isUnderWay = true;
    const { lab, userId } = current.session;
    const renewed = lab ? actInSandbox(lab.adminToken, { user: userId, world: lab.world }) : undefined;
    Promise.resolve(renewed)
      .then((next) => current.change(next))
      .catch(() => current.change(undefined))
      .finally(() => {
        current.isUnderWay = false;
        current.last = performance.now();
      });
  }, []);
}

function createQueries(renew: () => void): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => void (isEnded(error) && renew()) }),
    defaultOptions: {
      queries: {
        // The client repeats what may be repeated.
        retry: (count, error) => !(error instanceof ApiProblem) && !isEnded(error) && count < 1,
        staleTime: 2_000,
        // An instance on this machine is reachable without the internet.
        networkMode: "always",
      },
      mutations: { networkMode: "always", onError: (error) => void (isEnded(error) && renew()) },
    },
  });
  return queries;
}
