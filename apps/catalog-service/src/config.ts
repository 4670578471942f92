import {
  checkObjectStore,
  type ObjectStoreConfig,
  objectStoreConfig,
  objectStoreVariables,
  uploadVariables,
} from "@marketplace/object-store";
import {
  certificateVariable,
  countVariable,
  databaseAddress,
  type Environment,
  optionalUrlsVariable,
  readServiceEnvironment,
  readUrlVariable,
  serviceVariables,
  switchVariable,
  urlsVariable,
  urlVariable,
} from "@marketplace/server";
import { z } from "zod";
import { languagesVariable } from "./item-index/search-languages.schema.ts";

const Settings = z.object({
  ...serviceVariables({ port: 8081, internalPort: 8091 }),
  /** Postgres itself, for LISTEN/NOTIFY; needed when `databaseUrl` is a pooler, which drops notifications. */
  databaseDirectUrl: databaseAddress().optional(),
  databaseReadUrl: readUrlVariable(),
  gatewayInternalUrl: urlsVariable("http://127.0.0.1:8090"),
  questionsInternalUrl: urlsVariable("http://127.0.0.1:8092"),
  /** Where the search index is: in each process, or on a server for all. */
  searchDriver: z.enum(["embedded", "opensearch"]).default("embedded"),
  /** Folder of the snapshot of an embedded index; without it every start builds the index. */
  searchIndexDir: z.string().min(1).optional(),
  /** How long a start waits for an embedded index to be built before it takes requests. */
  searchStartWaitSeconds: countVariable({ max: 3_600, fallback: 2 }),
  /** Nodes of the OpenSearch cluster. */
  opensearchUrl: optionalUrlsVariable(),
  opensearchUsername: z.string().min(1).optional(),
  opensearchPassword: z.string().min(1).optional(),
  /** PEM certificate to trust instead of the system's. */
  opensearchCa: certificateVariable(),
  /** Begins the names of its indices: several installations may share a cluster. */
  opensearchPrefix: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,99}$/, "must be lower case: letters, digits, - and _, a letter first")
    .default("marketplace"),
  /** Copies of each index beside the first. */
  opensearchReplicas: countVariable({ max: 10, fallback: 1 }),
  /** Languages of searches where titles are not in the site's own: `MLA=en,MLU=pt`. */
  searchLanguages: languagesVariable().optional(),
  /** Base URL of item permalinks. */
  webUrl: urlVariable("https://www.marketplace.example"),
  /** Where clients reach the API: base URL of uploaded pictures. */
  publicUrl: urlVariable("http://127.0.0.1:8080"),
  ...objectStoreVariables({ bucket: "pictures" }),
  ...uploadVariables(),
  /** Whether a site's neural network also trains on titles of other sites of its language. */
  predictionSiblings: switchVariable("off"),
});

const Config = Settings.superRefine((given, context) => {
  checkObjectStore(given, context);
  const report = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message, input: given });
  if (given.searchDriver !== "opensearch") return;
  if (!given.opensearchUrl) report("opensearchUrl", "is needed when SEARCH_DRIVER is opensearch");
  if (given.opensearchUsername && !given.opensearchPassword)
    report("opensearchPassword", "is needed with OPENSEARCH_USERNAME");
  if (given.opensearchPassword && !given.opensearchUsername)
    report("opensearchUsername", "is needed with OPENSEARCH_PASSWORD");
});

/** How catalog-service runs. */
export type Config = z.output<typeof Config> & { store: ObjectStoreConfig };

/** Reads the environment; throws one error that lists every problem. */
export function readConfig(env: Environment): Config {
  const settings = readServiceEnvironment(Config, env);
  return { ...settings, store: objectStoreConfig(settings) };
}
