import type { Authentication } from "@marketplace/conventions";
import { type Exchange, vouchFor } from "@marketplace/conventions";
import type { Express } from "express";

/** What travels with a request to its service. */
export interface Passage {
  exchange: Exchange;
  authentication: Authentication;
}

/** The way to a service: it answers the request, or rejects with what the gateway shall answer. */
export interface Upstream {
  handle(passage: Passage): Promise<void> | void;
}

/** A service in this process: no socket, no copy, no second look at the token. */
export function mounted(app: Express): Upstream {
  return {
    handle({ exchange: { req, res }, authentication }) {
      vouchFor(req, authentication);
      app(req, res);
    },
  };
}
