import { type App, addressVariable, apps, internalAddressVariable, read } from "./repository.fixture.ts";

/** Edges of the table in ARCHITECTURE.md, such as `catalog-service -> edge-gateway`. */
export function edgesOfArchitecture(): string[] {
  const [, table = ""] = read("ARCHITECTURE.md").split(/^\| asks +\|.*\n/m);
  const rows = table.split("\n\n", 1)[0]?.split("\n").slice(1) ?? [];
  const edges = rows.flatMap((row) => {
    const [, asking = "", asked = ""] = row.split("|").map((cell) => cell.trim());
    return appsNamed(asking).flatMap((from) => appsNamed(asked, from).map((to) => `${from} -> ${to}`));
  });
  return [...new Set(edges)].sort();
}

/** The row "all with events" adds no edge: these services call the gateway for other things too. */
function appsNamed(names: string, asking?: App): App[] {
  if (names === "all with events") return [];
  if (names === "all") return apps.filter((app) => app !== asking);
  return names.split(", ").map((name) => {
    const app = apps.find((candidate) => addressVariable(candidate) === `${name.toUpperCase()}_URL`);
    if (!app) throw new Error(`ARCHITECTURE.md names a service that does not exist: ${name}`);
    return app;
  });
}

/** Edges by the addresses in the services' configuration. */
export const edgesOf = (variablesOf: (app: App) => readonly string[]): string[] =>
  apps
    .flatMap((from) => {
      const variables = variablesOf(from);
      const asked = apps.filter((to) => to !== from && variables.includes(internalAddressVariable(to)));
      return asked.map((to) => `${from} -> ${to}`);
    })
    .sort();
