import type { Express } from "express";
import { bareApp, type Conventions, failure, mount, requests, unknownRoute } from "../index.ts";
import { type NotesDeps, notes } from "./notes.ts";

/** A service, in the order in which a request meets its parts. */
export function createApp(deps: NotesDeps, conventions: Conventions): Express {
  const app = bareApp();
  app.use(requests(conventions));
  app.use(mount([notes], deps, conventions));
  app.use(unknownRoute(conventions));
  app.use(failure(conventions));
  return app;
}
