import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { type Environment, read, root } from "./repository.fixture.ts";

/** The parts of Kubernetes objects that the tests use; the tests check the contents of the files. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: Spec;
}

interface Spec {
  selector: Selector & Record<string, string>;
  template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
  /** Of a CronJob alone. */
  jobTemplate?: { spec: Pick<Spec, "template"> };
  ports: { port: number; targetPort: string }[];
  replicas?: number;
  serviceName?: string;
  scaleTargetRef: { kind: string; name: string };
  minReplicas: number;
  maxReplicas: number;
  maxUnavailable: number;
  podSelector: Selector;
  policyTypes: string[];
  ingress?: Rule[];
  egress?: Rule[];
}

interface Selector {
  matchLabels: Record<string, string>;
}

export interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports?: { protocol: string; port: number }[];
}

export interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except: string[] };
}

interface PodSpec {
  terminationGracePeriodSeconds: number;
  topologySpreadConstraints: { topologyKey: string; labelSelector: Selector }[];
  containers: Container[];
  volumes: unknown;
}

export interface Container {
  name: string;
  image: string;
  ports: { name: string; containerPort: number }[];
  envFrom?: { configMapRef: { name: string } }[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
}

interface Probe {
  httpGet: { path: string; port: string };
}

export interface Kustomization {
  resources: string[];
  images: { name: string; newName?: string; newTag: string }[];
  configMapGenerator?: { name: string; literals: string[] }[];
}

const folder = "deploy/kubernetes";

export const kustomizationOf = (name: string): Kustomization =>
  parse(read(join(folder, name, "kustomization.yaml"))) as Kustomization;

/** The files of a folder that its kustomization should list. */
export const filesOf = (name: string): string[] =>
  readdirSync(join(root, folder, name)).filter((file) => file !== "kustomization.yaml");

/** All objects in the files of a folder. */
export const objectsOf = (name: string): KubernetesObject[] =>
  filesOf(name).flatMap((file) =>
    parseAllDocuments(read(join(folder, name, file))).map((document) => document.toJS() as KubernetesObject),
  );

/** The environment of a container, with a plausible value in place of each secret. */
export function environmentOf(container: Container, { configMapGenerator = [] }: Kustomization): Environment {
  const maps = (container.envFrom ?? []).flatMap(({ configMapRef: { name } }) => {
    const map = configMapGenerator.find((candidate) => candidate.name === name);
    if (!map) throw new Error(`there is no ConfigMap ${name}`);
    return map.literals.map((literal) => /^(\w+)=(.*)$/.exec(literal)?.slice(1) ?? []);
  });
  const own = container.env.map(({ name, value }) => [name, value ?? secretFor(name)]);
  return Object.fromEntries([...maps, ...own]);
}

const addresses: Readonly<Record<string, string>> = {
  SMTP_URL: "smtps://user:password@mail.example:465",
  DATABASE_URL: "postgresql://user:password@db.example/database",
  DATABASE_DIRECT_URL: "postgresql://user:password@db.example/database",
  DATABASE_READ_URL: "postgresql://user:password@replica.example/database",
  REDIS_URL: "rediss://user:password@redis.example:6379",
};
const secretFor = (name: string): string => addresses[name] ?? "a-secret-of-some-length";
