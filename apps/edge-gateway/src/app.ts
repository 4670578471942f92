import type { RequestListener } from "node:http";
import { gatewayContract, internalApp, routerOf } from "@marketplace/contracts";
import { bareApp, failure, mount, oauthErrorFields, requests, unknownRoute } from "@marketplace/conventions";
import { health } from "@marketplace/server";
import { consolePages } from "./console/console.ts";
import { mintTokens, type WantedTokens } from "./console/console-application.ts";
import { type ConsoleFiles, findConsole } from "./console/console-files.ts";
import type { Deps } from "./deps.ts";
import type { ShownDocument } from "./documentation/documentation.resource.ts";
import { mergedOpenApi } from "./documentation/open-api.service.ts";
import { edge, type Upstreams } from "./edge/edge.ts";
import { encodedPath } from "./edge/encoded-path.ts";
import { firstPage } from "./front-page/front-page.service.ts";
import type { Sandbox } from "./front-page/sandbox.schema.ts";
import { guide } from "./guide/guide.ts";
import { resources } from "./resources.ts";
import { serveCached } from "./response-cache/serve-cached.ts";
import { gatewayRpc } from "./rpc.ts";
import type { TokenAnswer } from "./tokens/tokens.service.ts";

/** Makes tokens for a user; `undefined` where the user or the application is unknown or disabled. */
export type MintTokens = (wanted: WantedTokens) => Promise<TokenAnswer | undefined>;

/** What the pages of a sandbox show beside those of a deployment. */
export interface Shown {
  /** On the first page. */
  sandbox?: Sandbox | undefined;
  /** Further OpenAPI documents, on `/docs`. */
  documents?: readonly ShownDocument[] | undefined;
  /** The built console; looked for where the build puts it when absent. */
  console?: ConsoleFiles | undefined;
  /** Is given what makes tokens for a user who is not asked; only with the sandbox lab. */
  offerTokens?: ((mint: MintTokens) => void) | undefined;
}

/** The gateway's middlewares, in the order in which a request meets them, behind the response cache. */
export function createApp(
  deps: Deps,
  upstreams: Upstreams,
  { sandbox, documents = [], console: files = findConsole(), offerTokens }: Shown = {},
): RequestListener {
  const { conventions } = deps;
  offerTokens?.((wanted) => mintTokens(deps, wanted));
  const app = bareApp();
  app.use(encodedPath);
  app.use(requests(conventions));
  app.use(health(checksOf(deps)));
  app.use(firstPage(deps, { sandbox, console: files !== undefined }));
  app.use(consolePages(deps, { files, lab: offerTokens !== undefined }));
  app.use("/docs/guide", guide(deps));
  app.use(edge(deps, upstreams));
  app.use(mount(resources, { ...deps, documents, openApi: mergedOpenApi(deps, resources) }, conventions));
  app.use("/oauth", unknownRoute(conventions, oauthErrorFields));
  app.use(unknownRoute(conventions));
  app.use("/oauth", failure(conventions, oauthErrorFields));
  app.use(failure(conventions));
  return serveCached(deps, app);
}

/** Internal calls of the services, on a port of their own: the other port is public. */
export function createInternalApp(deps: Deps): RequestListener {
  const router = routerOf(gatewayContract, gatewayRpc(deps), deps.telemetry);
  const { internalSecret: secret, conventions } = deps;
  return internalApp({ router, secret, conventions, checks: checksOf(deps) });
}

const checksOf = (deps: Deps) => ({ database: deps.databaseReady });
