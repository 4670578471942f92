import { type Environment, readEnvironment, serviceVariables, urlVariable } from "@marketplace/conventions";
import { z } from "zod";

const Config = z.object({
  ...serviceVariables({ port: 8084 }),
  /** Base URLs of the services asked; unused where they live in the same process. */
  gatewayUrl: urlVariable("http://127.0.0.1:8080"),
  catalogUrl: urlVariable("http://127.0.0.1:8081"),
});

/** How flex-service runs. */
export type Config = z.output<typeof Config>;

/** Reads the environment; throws one error that lists every problem. */
export const readConfig = (env: Environment): Config => readEnvironment(Config, env);
