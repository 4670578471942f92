import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { Caller } from "./product.ts";
import { refusal, ToolRefused } from "./tool-result.ts";

/** What a tool does to its surroundings, for clients that ask before they call. */
const kinds = {
  reads: { readOnlyHint: true, openWorldHint: false },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  changes: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
} as const;

interface ToolOptions<Input extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  kind: keyof typeof kinds;
  input: Input;
  run(input: z.output<Input>, caller: Caller): Promise<CallToolResult>;
}

/** A tool that can be offered by a server. */
export interface Tool {
  name: string;
  offer(server: McpServer, caller: Caller): void;
}

/** Declares a tool. It does nothing for a caller without a token. */
export function tool<Input extends z.ZodObject>(options: ToolOptions<Input>): Tool {
  const { name, title, description, kind, input, run } = options;
  const annotations = { title, ...kinds[kind] };
  const inputSchema: z.ZodObject = input;
  return {
    name,
    offer(server, caller) {
      server.registerTool(name, { title, description, annotations, inputSchema }, async (given) => {
        try {
          requireToken(caller);
          return await run(given as z.output<Input>, caller);
        } catch (error) {
          if (error instanceof ToolRefused) return refusal(error.message);
          throw error;
        }
      });
    },
  };
}

function requireToken({ userToken, adminToken }: Caller): void {
  if (userToken === undefined && adminToken === undefined)
    throw new ToolRefused("There is no token: give an access token, or the admin token of the sandbox");
}
