import { resolve } from "node:path";
import { shardedServices } from "@marketplace/database";
import { writePrivateFile } from "@marketplace/server";
import type { Command } from "commander";
import { sandboxText } from "../boot/demo.ts";
import { deployedServer, deployedShards, shardVariable } from "../boot/deployed-server.ts";
import { progressOn } from "../boot/progress.ts";
import { readIfPresent } from "../boot/read-if-present.ts";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { requireDeployedFiles, withServices } from "./product.ts";
import { requireMigrated, requireWritable, seedDeployment } from "./seed-deployment.ts";

interface Options {
  baseUrl?: string;
  output?: string;
  once?: boolean;
}

/** `seed demo`: fills a deployment, as the first start fills a data directory. */
export function addSeed(program: Command, config: () => Config): void {
  program
    .command("seed")
    .description("Makes data to try the product with")
    .command("demo")
    .description(
      "Fills the empty databases of a deployment with the demo of start, and prints its sandbox.json once; refuses databases that hold data",
    )
    .option("--output <file>", "writes sandbox.json there, for its owner alone, instead of printing it")
    .option("--once", "does nothing, successfully, where the file of --output is there already")
    .option("--base-url <url>", "the address that clients use; PUBLIC_URL when absent")
    .action((options: Options) => seedDemo(config(), options));
}

async function seedDemo(config: Config, { output, once, baseUrl = process.env.PUBLIC_URL }: Options) {
  const server = deployedServer(process.env);
  if (!server)
    throw new StartRefused(
      "DATABASE_ADMIN_URL is required: seed fills a deployment. `start` fills a new DATA_DIR by itself",
    );
  requireDeployedFiles(process.env);
  const withSites = shardedServices.find((service) => deployedShards(service, process.env).size > 0);
  if (withSites)
    throw new StartRefused(
      `seed fills the home databases: ${shardVariable(withSites, "<SITE>")} must not be set`,
    );
  if (!baseUrl) throw new StartRefused("--base-url or PUBLIC_URL is required: sandbox.json names it");
  const path = output === undefined ? undefined : resolve(output);
  if (path !== undefined && (await readIfPresent(path)) !== undefined) {
    if (!once) throw new StartRefused(`${path} is there already: the demo was made before`);
    process.stderr.write(`${path} is there already: the demo was made before, nothing to do\n`);
    return;
  }
  if (path !== undefined) await requireWritable(path);
  await requireMigrated(server);
  const text = await withServices(config, async (deps) => {
    const work = () => seedDeployment(deps, baseUrl);
    return sandboxText(baseUrl, await progressOn(process.stderr).step("Demo data", work));
  });
  if (path === undefined) process.stdout.write(text);
  else await writePrivateFile(path, text);
}
