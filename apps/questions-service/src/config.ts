import {
  type Environment,
  readEnvironment,
  readUrlVariable,
  serviceVariables,
  switchVariable,
  urlVariable,
} from "@marketplace/conventions";
import { z } from "zod";

const Config = z.object({
  ...serviceVariables({ port: 8082 }),
  databaseReadUrl: readUrlVariable(),
  /** Base URLs of the services asked; unused where they live in the same process. */
  gatewayUrl: urlVariable("http://127.0.0.1:8080"),
  catalogUrl: urlVariable("http://127.0.0.1:8081"),
  /** Whether texts with contact data wait for an operator (decisions 3.4). */
  questionModeration: switchVariable("on"),
});

/** How questions-service runs. */
export type Config = z.output<typeof Config>;

/** Reads the environment; throws one error that lists every problem. */
export const readConfig = (env: Environment): Config => readEnvironment(Config, env);
