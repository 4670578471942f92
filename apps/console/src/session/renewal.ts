import { notifications } from "@mantine/notifications";
import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { ApiProblem } from "../api/problem.ts";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { actInSandbox } from "./begin.ts";
import { isEnded, type Session } from "./session.ts";

const renewalPauseMs = 5_000;

export interface Renewed {
  session: Session;
  /** Goes on with other tokens, or with nobody. */
  change(session: Session | undefined): void;
  /** Begins again, as a tab does that is loaded again. */
  restart(): void;
}

/** In a sandbox a session that ended begins again; elsewhere its user has to sign in again. */
export function useRenewal(given: Renewed): () => void {
  const { worldEnded } = useTexts(common);
  const idle = { isThere: true, isUnderWay: false, last: Number.NEGATIVE_INFINITY };
  const present = useRef({ ...given, worldEnded, ...idle });
  Object.assign(present.current, given, { worldEnded });
  useEffect(() => {
    const { current } = present;
    current.isThere = true;
    // What a session asked may be refused when another one has taken its place.
    return () => {
      current.isThere = false;
    };
  }, []);
  return useCallback(() => {
    const { current } = present;
    // An API that refuses every token, as a fault can make it, is not asked for new ones all the time.
    if (!current.isThere || current.isUnderWay || performance.now() - current.last < renewalPauseMs) return;
    const { lab, userId } = current.session;
    if (!lab) return current.change(undefined);
    current.isUnderWay = true;
    actInSandbox(lab.adminToken, { user: userId, world: lab.world }, { orFirst: true, isRenewal: true })
      .then((next) => next && current.change(next))
      .catch((error) => {
        // A product that is away is asked again with the page's next question.
        if (!current.isThere || !(error instanceof ApiProblem) || error.status >= 500) return;
        if (error.status === 404)
          notifications.show({ color: "orange", message: current.worldEnded(lab.world) });
        // The world is no more, or the admin token is another one.
        current.restart();
      })
      .finally(() => {
        current.isUnderWay = false;
        current.last = performance.now();
      });
  }, []);
}

/** Every world has a clock and a list of faults, which are asked for all the time: one without has ended. */
const isWorldGone = (error: unknown, [area, what]: QueryKey): boolean =>
  error instanceof ApiProblem &&
  error.status === 404 &&
  area === "lab" &&
  (what === "clock" || what === "faults");

/** What is read and changed by a session; `renew` is told when it cannot go on. */
export function createQueries(renew: () => void): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => void ((isEnded(error) || isWorldGone(error, queryKey)) && renew()),
    }),
    // A default of mutations would not do: each one has an `onError` of its own.
    mutationCache: new MutationCache({ onError: (error) => void (isEnded(error) && renew()) }),
    defaultOptions: {
      queries: {
        // The client repeats what may be repeated.
        retry: (count, error) => !(error instanceof ApiProblem) && !isEnded(error) && count < 1,
        staleTime: 2_000,
        // An instance on this machine is reachable without the internet.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
  return queries;
}
