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
  /** Postgres itself, for LISTEN/NOTIFY; needed when `databaseUrl` is a pooler, which drops notifications. */
  databaseDirectUrl: z.string().min(1).optional(),
  databaseReadUrl: readUrlVariable(),
  gatewayInternalUrl: urlsVariable("http://127.0.0.1:8090"),
  questionsInternalUrl: urlsVariable("http://127.0.0.1:8092"),
  /** Folder of the snapshot of the search index; without it every start builds the index. */
  searchIndexDir: z.string().min(1).optional(),
  /** Base URL of item permalinks. */
  webUrl: urlVariable("https://www.marketplace.example"),
  /** Whether a site's neural network also trains on titles of other sites of its language. */
  predictionSiblings: switchVariable("off"),
});

/** How catalog-service runs. */
export type Config = z.output<typeof Config>;

/** Reads the environment; throws one error that lists every problem. */
export const readConfig = (env: Environment): Config => readServiceEnvironment(Config, env);
