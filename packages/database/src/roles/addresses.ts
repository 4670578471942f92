import { derivedPassword } from "./passwords.ts";

/** Gives the password of the role that owns the database of this name. */
export type PasswordOf = (database: string) => string;

/** Passwords on the embedded server, whose administrator's address is `adminUrl`. */
export function embeddedPasswords(adminUrl: string): PasswordOf {
  const secret = decodeURIComponent(new URL(adminUrl).password);
  return (database) => derivedPassword(secret, database);
}

/** The address of a database on the server at `adminUrl` for its owner, a role of the same name. */
export function ownerUrl(adminUrl: string, database: string, passwordOf: PasswordOf): string {
  const url = new URL(adminUrl);
  url.username = database;
  url.password = encodeURIComponent(passwordOf(database));
  url.pathname = `/${database}`;
  return url.href;
}
