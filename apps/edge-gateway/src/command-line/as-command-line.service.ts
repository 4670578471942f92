import type { Deps } from "../deps.ts";

/** The same, with `via: "cli"` in what is recorded: nobody is signed in there. */
export function asCommandLine<D extends Pick<Deps, "audit">>(deps: D): D {
  const { audit } = deps;
  const record: typeof audit.record = (event) =>
    audit.record({ ...event, details: { ...event.details, via: "cli" } });
  return { ...deps, audit: { ...audit, record } };
}
