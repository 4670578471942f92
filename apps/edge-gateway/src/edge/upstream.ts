import type { Authentication } from "@marketplace/conventions";
import { attachAuthentication, type Exchange } from "@marketplace/conventions";
import type { Express, NextFunction } from "express";

/** What travels with a request to its service. */
export interface Passage {
  exchange: Exchange;
  authentication: Authentication;
  /** To the gateway's own chain: what a service itself leaves unanswered, or fails with, ends there. */
  next: NextFunction;
}

/** The way to a service: it answers the request, or rejects with what the gateway shall answer. */
export interface Upstream {
  handle(passage: Passage): Promise<void> | void;
}

/** A service in this process: no socket, no copy, no second look at the token. */
export function mounted({ router }: Express): Upstream {
  return {
    handle({ exchange: { req, res }, authentication, next }) {
      attachAuthentication(req, authentication);
      // The application itself would make the request and the answer its own: to change their prototypes once more costs more
      // than all else on the way.
      router(req, res, next);
    },
  };
}
