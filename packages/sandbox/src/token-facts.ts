import type { IncomingMessage } from "node:http";

/** An access token says whose it is: `APP_USR-<application>-<random>-<user>`. */
const accessToken = /APP_USR-(\d+)-[\w.]+-(\d+)(?![\w-])/;

/** The application and user that a request's token names; the token may be invalid all the same. */
export function tokenFacts({ headers, url = "" }: Pick<IncomingMessage, "headers" | "url">): {
  applicationId?: number;
  userId?: number;
} {
  const found = accessToken.exec(headers.authorization ?? "") ?? accessToken.exec(url);
  return found ? { applicationId: Number(found[1]), userId: Number(found[2]) } : {};
}
