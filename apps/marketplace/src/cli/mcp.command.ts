import type { Command } from "commander";
import { z } from "zod";
import type { Config } from "../config.ts";
import { readSandboxFile } from "./sandbox-file.ts";

const Sandbox = z.object({
  base_url: z.url(),
  users: z.record(z.string(), z.object({ access_token: z.string() })),
  sandbox: z.object({ admin_token: z.string() }).optional(),
});

interface Options {
  user: string;
}

const help = `
Tokens are those of sandbox.json. MARKETPLACE_URL, MARKETPLACE_TOKEN (of a user) and MARKETPLACE_ADMIN_TOKEN (of the sandbox)
name another product and other tokens.`;

/** `mcp`: serves the Model Context Protocol on standard input and output, until the input ends. */
export function addMcp(program: Command, config: () => Config): void {
  program
    .command("mcp")
    .description("Serves MCP on standard input and output, for assistants that start it: docs/mcp.md")
    .option("--user <name>", "the user of sandbox.json for whom it acts", "seller_mla")
    .addHelpText("after", help)
    .action(async ({ user }: Options) => {
      const caller = await callerOf(config().dataDir, user, process.env);
      const { serveOnStdio } = await import("@marketplace/mcp");
      serveOnStdio(caller, (error) => void process.stderr.write(`${error.message}\n`));
    });
}

/** On whose behalf tools act: as the environment says, else as `sandbox.json` does. */
export async function callerOf(dataDir: string, user: string, env: NodeJS.ProcessEnv) {
  const { MARKETPLACE_URL, MARKETPLACE_TOKEN, MARKETPLACE_ADMIN_TOKEN } = env;
  // Tokens of this machine are not sent to another product.
  if (MARKETPLACE_URL)
    return {
      baseUrl: MARKETPLACE_URL.replace(/\/$/, ""),
      userToken: MARKETPLACE_TOKEN || undefined,
      adminToken: MARKETPLACE_ADMIN_TOKEN || undefined,
    };
  const { base_url, users, sandbox } = await readSandboxFile(dataDir, Sandbox, "is no file of a marketplace");
  return {
    baseUrl: base_url,
    userToken: MARKETPLACE_TOKEN || users[user]?.access_token,
    adminToken: MARKETPLACE_ADMIN_TOKEN || sandbox?.admin_token,
  };
}
