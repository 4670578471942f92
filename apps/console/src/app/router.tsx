import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { ProblemView } from "../shared/problem-view.tsx";
import { Layout } from "./layout.tsx";
import { NotFound } from "./not-found.tsx";
import { pages } from "./pages.ts";

/** Filters are texts: TanStack's own would make a number of `?status=404`, and quote texts as JSON. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text));

function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

export function createConsoleRouter() {
  const root = createRootRoute({ component: Layout, notFoundComponent: NotFound });
  // Every page exports its component as `Page`.
  const routes = pages.map(({ path, load }) =>
    createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, "Page") }),
  );
  return createRouter({
    routeTree: root.addChildren(routes),
    basepath: "/console",
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultErrorComponent: ({ error, reset }) => <ProblemView error={error} retry={reset} />,
    parseSearch,
    stringifySearch,
  });
}
