import { sites } from "@marketplace/catalog-service";
import {
  databaseName,
  isAtHome,
  isDatabaseAddress,
  mayBeTaken,
  moveSite,
  PlacementRefused,
  placeOf,
  type ShardedService,
  shardedServices,
  splitSite,
  takeSite,
  toDatabaseError,
  wasMoved,
} from "@marketplace/database";
import { type Command, Option } from "commander";
import { databaseUrlsOf } from "../boot/database.ts";
import { deployedServer, deployedShards, shardVariable } from "../boot/deployed-server.ts";
import { StartRefused } from "../boot/start-refused.ts";
import { print } from "./checked.ts";

interface Options {
  service: ShardedService;
  to: string;
  from?: string;
  fromThere?: string;
}

const help = `
A site whose rows are in the home database: --to is the database that the migrations have prepared, which every replica
of the service knows as DATABASE_URL_<SITE>. When the command is interrupted, give it again until it ends.

The catalog of a site that is in the home database: --to is an empty database. The command copies while the catalog is used,
then waits until every catalog-service is stopped, and says when they may be started (docs/scaling.md). It needs of the home
server what is said of an old one below. When it is interrupted, give it again with the same --to.

A site that has a database: every replica of the service must know both addresses before, DATABASE_URL_<SITE>=<old>,<new>. The old
server runs with wal_level=logical; the old user has REPLICATION, the new one is in pg_create_subscription (docs/scaling.md).
When the command fails or is interrupted the site stays where it was, and the command may be given again with the same --to;
one that had moved the site says that it is done.`;

/** `move-site`: moves a site's rows of a service to another server while they are used. */
export function addMoveSite(program: Command): void {
  program
    .command("move-site")
    .description("Moves what a service has of a site to a database on another server while it is used")
    .argument("<site>", "a site such as MLA")
    .requiredOption("--to <url>", "the new database")
    .addOption(
      new Option("--service <name>", "whose rows are moved").choices(shardedServices).default("questions"),
    )
    .option("--from <url>", "the old one; the other address of <SERVICE>_DATABASE_URL_<SITE> when absent")
    .option("--from-there <url>", "the old one as the new server reaches it; as --from when absent")
    .addHelpText("after", help)
    .action(async (siteId: string, options: Options) => {
      // The sessions of a move are no pool's, which tells of a server that goes away in one line.
      const moved = moveDeployedSite(siteId, options).catch((error: unknown) => {
        throw error instanceof PlacementRefused ? error : toDatabaseError(error);
      });
      print(await moved);
    });
}

async function moveDeployedSite(siteId: string, { service, to, from, fromThere }: Options) {
  if (!sites.some(({ id }) => id === siteId))
    throw new StartRefused(`There is no site ${siteId}; there are ${sites.map(({ id }) => id).join(", ")}`);
  const server = deployedServer(process.env);
  if (!server) throw new StartRefused("DATABASE_ADMIN_URL is required: the server of the home database");
  for (const url of [to, from ?? to, fromThere ?? to])
    if (!isDatabaseAddress(url))
      throw new StartRefused(
        `${url} is no address of a database, such as postgresql://owner:password@server/name`,
      );
  const homeUrl = databaseUrlsOf(server.adminUrl, server.passwordOf)(databaseName(service));
  const tell = (step: string) => void process.stderr.write(`${siteId}: ${step}\n`);
  if (service === "catalog" && (await mayBeTaken(homeUrl, service, siteId))) {
    const taken = await takeSite({ service, homeUrl, siteId, to, homeThere: fromThere, tell });
    return { site: siteId, database: placeOf(to), ...taken };
  }
  if (service !== "catalog" && (await isAtHome(homeUrl, siteId))) {
    const split = await splitSite({ service, homeUrl, siteId, to, tell });
    return { site: siteId, database: placeOf(to), ...split };
  }
  const known = deployedShards(service, process.env).get(siteId) ?? [];
  const old = from ?? known.find((url) => placeOf(url) !== placeOf(to));
  if (await wasMoved({ service, homeUrl, siteId, from: old, to, tell })) {
    tell("was moved before");
    return { site: siteId, database: placeOf(to) };
  }
  if (!old)
    throw new StartRefused(`--from or ${shardVariable(service, siteId)} is required: where ${siteId} is now`);
  const moved = await moveSite({ service, homeUrl, siteId, from: old, to, fromThere, tell });
  return { site: siteId, database: placeOf(to), ...moved };
}
