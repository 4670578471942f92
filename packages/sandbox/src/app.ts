import {
  bareApp,
  type Conventions,
  failure,
  mount,
  openApiDocument,
  openApiFragment,
  requests,
  unknownRoute,
} from "@marketplace/conventions";
import type { Express, RequestHandler } from "express";
import manifest from "../package.json" with { type: "json" };
import type { LabDeps } from "./feature.ts";
import { problems } from "./problems.ts";
import { resources } from "./resources.ts";

/** The lab's control surface: everything below `/_sandbox`. */
export function createSandboxApp(deps: Omit<LabDeps, "openApi">, conventions: Conventions): Express {
  const app = bareApp();
  app.use(requests(conventions));
  app.use(sameOriginOnly);
  app.use(waitForWork);
  app.use(mount(resources, { ...deps, openApi: () => document(deps.baseUrl) }, conventions));
  app.use(unknownRoute(conventions));
  app.use(failure(conventions));
  return app;
}

const about = `Controls this sandbox: worlds, clock, faults, events, and a view of what happened. It is no part of the public API.
Press _Authorize_ and paste the admin token, \`sandbox.admin_token\` of \`sandbox.json\`.`;

const document = (baseUrl: string) =>
  openApiDocument([openApiFragment(resources)], {
    title: "Marketplace API: sandbox lab",
    version: manifest.version,
    description: about,
    baseUrl,
  });

/** Answers carry no CORS headers, so a browser hides them from other origins; nor may those send anything. */
const sameOriginOnly: RequestHandler = ({ headers: { origin, host } }, _res, next) => {
  if (origin !== undefined && hostOf(origin) !== host?.toLowerCase()) throw problems.foreign_origin();
  next();
};

/**
 * A move of the clock may take minutes, and what copies or resets a world waits for it. The limit for idle
 * connections is for clients that do not read what they get, so it must not end those that wait for work.
 * Node limits the connection again at its next request.
 */
const waitForWork: RequestHandler = ({ method, socket }, _res, next) => {
  if (method !== "GET" && method !== "HEAD") socket.setTimeout(0);
  next();
};

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined;
