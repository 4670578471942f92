import {
  type Environment,
  readServiceEnvironment,
  serviceVariables,
  urlsVariable,
} from "@marketplace/server";
import { z } from "zod";

const Config = z.object({
  ...serviceVariables({ port: 8085, internalPort: 8095 }),
  /** Internal addresses of the services that are called; unused in one process. */
  gatewayInternalUrl: urlsVariable("http://127.0.0.1:8090"),
  catalogInternalUrl: urlsVariable("http://127.0.0.1:8091"),
  flexInternalUrl: urlsVariable("http://127.0.0.1:8094"),
});

/** How orders-service runs. */
export type Config = z.output<typeof Config>;

/** Reads the environment; throws one error that lists every problem. */
export const readConfig = (env: Environment): Config => readServiceEnvironment(Config, env);
