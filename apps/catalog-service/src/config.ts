import {
  type Environment,
  readServiceEnvironment,
  readUrlVariable,
  serviceVariables,
  switchVariable,
  urlsVariable,
  urlVariable,
} from "@marketplace/server";
import { z } from "zod";

const Config = z.object({
  ...serviceVariables({ port: 8081, internalPort: 8091 }),
  /** The server itself where `databaseUrl` names a pooler, which does not forward notifications. */
  databaseDirectUrl: z.string().min(1).optional(),
  databaseReadUrl: readUrlVariable(),
  gatewayInternalUrl: urlsVariable("http://127.0.0.1:8090"),
  questionsInternalUrl: urlsVariable("http://127.0.0.1:8092"),
  /** The start of permalinks. */
  webUrl: urlVariable("https://www.marketplace.example"),
  /** Whether the networks of a site's predictor learn from the other sites of its language, too. */
  predictionSiblings: switchVariable("off"),
});

/** How catalog-service runs. */
export type Config = z.output<typeof Config>;

/** Reads the environment; throws one error that lists every problem. */
export const readConfig = (env: Environment): Config => readServiceEnvironment(Config, env);
