import { type ShardUrls, shardUrlsOf } from "@marketplace/database";
import { type Environment, withPassword } from "@marketplace/server";

/** Reads `DATABASE_URL_<SITE>`: the databases of sites, with the password of DATABASE_PASSWORD. */
export const siteUrlsOf = (
  env: Environment,
  { databasePassword }: { databasePassword?: string | undefined },
): ShardUrls => shardUrlsOf(env, "DATABASE_URL_", (url) => withPassword(url, databasePassword));
