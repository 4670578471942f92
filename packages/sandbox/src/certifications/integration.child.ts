// An integration as a process, for `marketplace certify --exec`: it reads what that command puts into its
// environment, and listens on the port that is its argument.
import type { Flaw } from "./flaws.fixture.ts";
import { startIntegration } from "./integration.fixture.ts";

const { env, argv } = process;
const of = (name: string): string => env[`MARKETPLACE_${name}`] ?? "";
const integration = await startIntegration({
  port: Number(argv[2]),
  webhookSecret: of("WEBHOOK_SECRET"),
  flaw: argv[3] as Flaw | undefined,
});
await integration.use({
  base_url: of("BASE_URL"),
  client_id: of("CLIENT_ID"),
  client_secret: of("CLIENT_SECRET"),
  redirect_uri: of("REDIRECT_URI"),
  access_token: of("ACCESS_TOKEN"),
  refresh_token: of("REFRESH_TOKEN"),
});
process.once("SIGTERM", () => void integration.close());
