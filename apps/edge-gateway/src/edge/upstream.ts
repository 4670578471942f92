import type { Authentication } from "@marketplace/conventions";
import { attachAuthentication, type Exchange } from "@marketplace/conventions";
import type { Express, NextFunction } from "express";

export interface UpstreamRequest {
  exchange: Exchange;
  authentication: Authentication;
  /** The gateway's next middleware: it gets what the service leaves unanswered, and its errors. */
  next: NextFunction;
}

/** A service behind the gateway: it answers the request, or rejects with the problem to answer. */
export interface Upstream {
  handle(request: UpstreamRequest): Promise<void> | void;
}

/** A service in this process. */
export function mounted(app: Express): Upstream {
  return {
    handle({ exchange: { req, res }, authentication, next }) {
      attachAuthentication(req, authentication);
      app(req, res, next);
    },
  };
}
