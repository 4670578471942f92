import {
  type Environment,
  readServiceEnvironment,
  readUrlVariable,
  serviceVariables,
  switchVariable,
  urlsVariable,
} from "@marketplace/server";
import { z } from "zod";

const Config = z.object({
  ...serviceVariables({ port: 8082, internalPort: 8092 }),
  databaseReadUrl: readUrlVariable(),
  /** Internal addresses of the services that are called; unused in one process. */
  gatewayInternalUrl: urlsVariable("http://127.0.0.1:8090"),
  catalogInternalUrl: urlsVariable("http://127.0.0.1:8091"),
  /** Whether texts with contact data wait for an operator (decisions 3.4). */
  questionModeration: switchVariable("on"),
});

/** How questions-service runs. */
export type Config = z.output<typeof Config>;

/** Reads the environment; throws one error that lists every problem. */
export const readConfig = (env: Environment): Config => readServiceEnvironment(Config, env);
