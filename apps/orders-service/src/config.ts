import {
  checkObjectStore,
  type ObjectStoreConfig,
  objectStoreConfig,
  objectStoreVariables,
  uploadVariables,
} from "@marketplace/object-store";
import {
  countVariable,
  type Environment,
  readServiceEnvironment,
  serviceVariables,
  switchVariable,
  urlsVariable,
} from "@marketplace/server";
import { z } from "zod";

const Settings = z
  .object({
    ...serviceVariables({ port: 8085, internalPort: 8095 }),
    /** Internal addresses of the services that are called; unused in one process. */
    gatewayInternalUrl: urlsVariable("http://127.0.0.1:8090"),
    catalogInternalUrl: urlsVariable("http://127.0.0.1:8091"),
    flexInternalUrl: urlsVariable("http://127.0.0.1:8094"),
    ...objectStoreVariables({ bucket: "message-attachments" }),
    ...uploadVariables(),
    /** Largest attachment of a message, in bytes (commerce.md 6). */
    attachmentMaxBytes: countVariable({ min: 1, fallback: 25 * 1024 * 1024 }),
    /** Whether receivers do not see messages with contact data (commerce.md 6). */
    messageModeration: switchVariable("on"),
  })
  .superRefine(checkObjectStore);

/** How orders-service runs. */
export type Config = z.output<typeof Settings> & { store: ObjectStoreConfig };

/** Reads the environment; throws one error that lists every problem. */
export function readConfig(env: Environment): Config {
  const settings = readServiceEnvironment(Settings, env);
  return { ...settings, store: objectStoreConfig(settings) };
}
