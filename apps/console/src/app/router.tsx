import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  stringifySearchWith,
} from "@tanstack/react-router";
import { ProblemView } from "../shared/problem-view.tsx";
import { Layout } from "./layout.tsx";
import { NotFound } from "./not-found.tsx";
import { pages } from "./pages.ts";

/** Filters are plain text in the address: `?status=404`, as people write it. */
const plainText = { parse: parseSearchWith((text) => text), write: stringifySearchWith(String) };

export function createConsoleRouter() {
  const root = createRootRoute({ component: Layout, notFoundComponent: NotFound });
  const routes = pages.map(({ path, load }) =>
    createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, "Page") }),
  );
  return createRouter({
    routeTree: root.addChildren(routes),
    basepath: "/console",
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultErrorComponent: ({ error, reset }) => <ProblemView error={error} retry={reset} />,
    parseSearch: plainText.parse,
    stringifySearch: plainText.write,
  });
}
