import { z } from "zod";

const User = z.object({
  id: z.number(),
  nickname: z.string(),
  site_id: z.string(),
  access_token: z.string(),
});

const Application = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  redirect_uri: z.string(),
  webhook_secret: z.string(),
});

/** The users and applications of a sandbox that its first page shows, by their names in `sandbox.json`. */
export const Sandbox = z.object({
  users: z.record(z.string(), User),
  applications: z.record(z.string(), Application),
});
export type Sandbox = z.output<typeof Sandbox>;

/** The sandbox that the process which starts this one hands over, as JSON; a deployment has none. */
export const readSandbox = (text: string | undefined): Sandbox | undefined =>
  text === undefined || text === "" ? undefined : Sandbox.parse(JSON.parse(text));
