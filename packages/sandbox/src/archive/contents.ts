import type { WorldDocument } from "../worlds/engine.ts";
import type { ArchivedContents } from "./manifest.schema.ts";

const ownerOf = (token: string): number => Number(token.slice(token.lastIndexOf("-") + 1));

/** What a world holds, without its tokens: an archive opens nothing. */
export const contentsOf = ({ users, applications, tokens, fixtures }: WorldDocument): ArchivedContents => ({
  users: mapValues(users, ({ access_token: _, ...user }) => user),
  applications,
  tokens: mapValues(tokens, ownerOf),
  fixtures,
});

/** A document whose tokens are still to be issued: they say only whose they are. */
export function documentOf({ users, applications, tokens, fixtures }: ArchivedContents): WorldDocument {
  const tokenOf = (id: number) => `-${id}`;
  return {
    users: mapValues(users, (user) => ({ ...user, access_token: tokenOf(user.id) })),
    applications: mapValues(applications, (application) => ({
      ...application,
      client_id: String(application.id),
    })),
    tokens: mapValues(tokens, tokenOf),
    fixtures,
  };
}

const mapValues = <Value, Result>(
  record: Record<string, Value>,
  map: (value: Value) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
