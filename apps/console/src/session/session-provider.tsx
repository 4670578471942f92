import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { forgetDrafts } from "../shared/draft-store.ts";
import { mayLeave } from "../shared/unsaved.ts";
import { actInSandbox, type Beginning, beginSignedIn, defaultWorld, resumeInSandbox } from "./begin.ts";
import { endTokensOfPage } from "./former-tokens.ts";
import { askForAccess } from "./lab.ts";
import { leaveToSignIn } from "./oauth.ts";
import { createQueries, type Renewed, useRenewal } from "./renewal.ts";
import { type Session, type SessionAccess, SessionContext } from "./session.ts";
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
  const start = useCallback(async ({ ended = false } = {}) => {
    setPhase({ kind: "starting" });
    try {
      const settings = await readSettings();
      const beginning = await begin(settings);
      if (beginning?.kind === "session") setPhase({ kind: "ready", settings, session: beginning.session });
      else if (beginning) setPhase({ ...beginning, settings, ended });
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
  if (phase.kind === "failed") return <StartFailed error={phase.error} again={() => void start()} />;
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
      restart={() => void start({ ended: true })}
      leave={() => setPhase({ kind: "starting" })}
    >
      {children}
    </Ready>
  );
}

interface ReadyProps extends Renewed {
  settings: Settings;
  /** Forgets the session, and shows nothing of it. */
  leave(): void;
  children: ReactNode;
}

function Ready({ settings, session, change, restart, leave, children }: ReadyProps) {
  const renewal = useRenewal({ session, change, restart });
  const queries = useMemo(() => createQueries(renewal), [renewal]);
  const { lab, userId } = session;
  const become = async (user: number, world: string, orFirst: boolean): Promise<boolean> => {
    if (!lab) return false;
    const next = await actInSandbox(lab.adminToken, { user, world }, { orFirst });
    if (next) change(next);
    return next !== undefined;
  };
  const access: SessionAccess = {
    settings,
    session,
    actAs: (user) => become(user, lab?.world ?? defaultWorld, false),
    goTo: (world) => become(userId, world, true),
    signOut() {
      if (!mayLeave()) return;
      updateTab({ signedIn: false, user: undefined, world: undefined });
      // What a browser keeps of this page for its way back has neither tokens nor what they read.
      flushSync(leave);
      forgetDrafts();
      // Those that cannot be given back now end with the sign-out itself, while the session lasts.
      void endTokensOfPage(session).catch(() => {});
      addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
      location.replace("/sign_in");
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
