import {
  type Environment,
  readServiceEnvironment,
  serviceVariables,
  urlsVariable,
} from "@marketplace/server";
import { z } from "zod";

const Config = z.object({
  ...serviceVariables({ port: 8084, internalPort: 8094 }),
  /** Internal addresses of the services that are called; unused in one process. */
  gatewayInternalUrl: urlsVariable("http://127.0.0.1:8090"),
  catalogInternalUrl: urlsVariable("http://127.0.0.1:8091"),
  ordersInternalUrl: urlsVariable("http://127.0.0.1:8095"),
});

/** How flex-service runs. */
export type Config = z.output<typeof Config>;

/** Reads the environment; throws one error that lists every problem. */
export const readConfig = (env: Environment): Config => readServiceEnvironment(Config, env);
