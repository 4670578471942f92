import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ShardedService, shardedServices, shardUrlsOf } from "@marketplace/database";
import { readConfig } from "@marketplace/edge-gateway";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { deployedShards, passwordVariable, shardVariable } from "../boot/deployed-server.ts";
import { services, textsOf } from "./compose.fixture.ts";
import { type Container, type KubernetesObject, objectsOf, type Rule } from "./kubernetes.fixture.ts";
import { read, root } from "./repository.fixture.ts";

interface Kustomization {
  kind: string;
  resources?: string[];
  components?: string[];
  patches?: { path: string }[];
  configMapGenerator?: { name: string; files: string[] }[];
}

const folder = "deploy/kubernetes";
const kustomizationOf = (name: string) =>
  parse(read(join(folder, name, "kustomization.yaml"))) as Kustomization;
const objectsIn = (path: string): KubernetesObject[] =>
  parseAllDocuments(read(join(folder, path))).map((document) => document.toJS() as KubernetesObject);
const objectOf = (objects: KubernetesObject[], kind: string, name: string): KubernetesObject => {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
};
const onlyContainer = ({ spec }: KubernetesObject): Container => {
  const { template } = spec.jobTemplate?.spec ?? spec;
  const [container, other] = template.spec.containers;
  if (!container || other) throw new Error("not one container");
  return container;
};
/** Who may be reached or may come in, with the ports. */
const peers = (rules: Rule[] = []) =>
  rules.flatMap(({ from = [], to = [], ports = [] }) =>
    [...from, ...to].map(({ podSelector }) => [
      podSelector?.matchLabels["app.kubernetes.io/name"] ??
        podSelector?.matchLabels["app.kubernetes.io/part-of"],
      ports.map(({ port }) => port),
    ]),
  );

const components = [
  "opensearch",
  "redis",
  "postgres-cluster",
  "shards/services",
  "shards/migrations",
  "shards/backup",
];
const hardened = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
  containers: [
    {
      resources: { requests: { cpu: /./, memory: /./ }, limits: { memory: /./ } },
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      },
    },
  ],
};
const pinned = /^[\w/.-]+:[\w.-]*\d[\w.-]*@sha256:[0-9a-f]{64}$/;

describe("components for more than one machine", () => {
  it.each(components)("%s is one, of files that exist, and changes objects that exist", (name) => {
    const { kind, resources = [], patches = [], configMapGenerator = [] } = kustomizationOf(name);
    expect(kind).toBe("Component");
    const files = [...resources, ...patches.map(({ path }) => path)].concat(
      configMapGenerator.flatMap(({ files }) => files),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect([file, existsSync(join(root, folder, name, file))]).toEqual([file, true]);
    const base = ["services", "migrations"].flatMap(objectsOf).concat(objectsIn("backup/cronjob.yaml"));
    for (const { path } of patches)
      for (const patch of objectsIn(join(name, path))) {
        const target = onlyContainer(objectOf(base, patch.kind, patch.metadata.name));
        expect(onlyContainer(patch).name).toBe(target.name);
      }
  });

  const example = (part: string) => kustomizationOf(`example/scale/${part}`);
  const usedBy = (part: string) =>
    (example(part).components ?? []).map((path) => join("example/scale", part, path));

  it("the example has all of them, beside the example's services, migrations and backup", () => {
    const parts = ["services", "migrations", "backup"];
    for (const part of parts)
      expect(example(part)).toMatchObject({ kind: "Kustomization", resources: [`../../${part}`] });
    expect([...new Set(parts.flatMap(usedBy))].sort()).toEqual(components.toSorted());
  });

  it("the migrations of the example find the address of the databases, which come before the services", () => {
    expect(usedBy("migrations")).toContain("postgres-cluster");
    expect(usedBy("services")).toContain("postgres-cluster");
  });

  it.each([
    ["redis/redis.yaml", "redis"],
    ["postgres-cluster/haproxy.yaml", "postgres-cluster"],
  ])("the pods of %s may do nothing that they do not need", (path, name) => {
    const { spec } = objectOf(objectsIn(path), "Deployment", name).spec.template;
    expect(spec).toMatchObject(hardened);
    for (const { image } of spec.containers) expect(image).toMatch(pinned);
  });
});

describe("where gateways count together", () => {
  const objects = objectsIn("redis/redis.yaml");
  const server = onlyContainer(objectOf(objects, "Deployment", "redis")) as Container & { args: string[] };

  it("the gateway gets the address of Redis in place of the Secret's", () => {
    const [{ port } = { port: 0 }] = objectOf(objects, "Service", "redis").spec.ports;
    const [patch] = objectsIn("redis/edge-gateway.yaml");
    const { env } = onlyContainer(patch as KubernetesObject);
    const address = `redis://redis:${port}`;
    // An environment variable with both is refused.
    expect(env).toEqual([{ name: "REDIS_URL", value: address, valueFrom: null }]);
    const given = { DATABASE_URL: "postgresql://db/gateway", INTERNAL_SECRET: "a-secret-of-some-length" };
    expect(readConfig({ ...given, REDIS_URL: address }).redisUrl).toBe(address);
  });

  it("only gateways reach it, and it reaches nobody", () => {
    const { ingress, egress, policyTypes } = objectOf(objects, "NetworkPolicy", "redis").spec;
    expect(policyTypes).toEqual(["Ingress", "Egress"]);
    expect([peers(ingress), egress]).toEqual([[["edge-gateway", [6379]]], undefined]);
    const out = objectOf(objects, "NetworkPolicy", "to-redis").spec;
    expect(out.podSelector.matchLabels).toEqual({ "app.kubernetes.io/name": "edge-gateway" });
    expect(peers(out.egress)).toEqual([["redis", [6379]]]);
  });

  it("compose has the same one, by its profile alone", () => {
    const { redis } = services;
    expect(redis).toMatchObject({ profiles: ["redis"], image: server.image, command: server.args });
    expect(redis).not.toHaveProperty("ports");
    for (const { depends_on = {} } of Object.values(services)) expect(depends_on).not.toHaveProperty("redis");
    const [, address = ""] =
      /REDIS_URL=(\S+) docker compose --profile redis /.exec(read("docs/deploy.md")) ?? [];
    expect(address).toBe("redis://redis:6379");
    expect(textsOf("edge-gateway").REDIS_URL).toContain("REDIS_URL");
  });
});

describe("before a cluster of Postgres", () => {
  const objects = objectsIn("postgres-cluster/haproxy.yaml");
  const configuration = read(join(folder, "postgres-cluster/haproxy.cfg"));
  const bound = (name: string) =>
    Number(new RegExp(`listen ${name}\\n  bind :(\\d+)`).exec(configuration)?.[1]);

  it("HAProxy has the configuration of docs/deploy.md, and the ports that it binds", () => {
    const documented = /```haproxy\n([\s\S]*?)```/.exec(read("docs/deploy.md"))?.[1];
    expect(configuration).toBe(documented);
    const { ports } = onlyContainer(objectOf(objects, "Deployment", "postgres-cluster"));
    const wanted = ["primary", "replica"].map((name) => ({ name, containerPort: bound(name) }));
    expect(ports).toEqual(wanted);
    expect(objectOf(objects, "Service", "postgres-cluster").spec.ports).toEqual(
      wanted.map(({ name, containerPort }) => ({ name, port: containerPort, targetPort: name })),
    );
  });

  it("all pods of the product come in, those with a read replica get out to it, and it asks Patroni", () => {
    const { ingress, egress } = objectOf(objects, "NetworkPolicy", "postgres-cluster").spec;
    expect(peers(ingress)).toEqual([["marketplace", [bound("primary"), bound("replica")]]]);
    const check = Number(/check port (\d+)/.exec(configuration)?.[1]);
    const server = Number(/server a \S+:(\d+)/.exec(configuration)?.[1]);
    expect(egress?.map(({ ports = [] }) => ports.map(({ port }) => port))).toEqual([
      [53, 53],
      [server, check],
    ]);
    const out = objectOf(objects, "NetworkPolicy", "to-standbys").spec;
    expect(peers(out.egress)).toEqual([["postgres-cluster", [bound("replica")]]]);
    const readers = objectsOf("services")
      .filter(({ kind }) => kind === "Deployment")
      .filter((object) => onlyContainer(object).env.some(({ name }) => name === "DATABASE_READ_URL"));
    expect(out.podSelector).toEqual({
      matchExpressions: [
        {
          key: "app.kubernetes.io/name",
          operator: "In",
          values: readers.map(({ metadata }) => metadata.name).sort(),
        },
      ],
    });
  });
});

describe("databases of sites", () => {
  const environmentOf = (path: string, service: ShardedService) => {
    const [patch] = objectsIn(path);
    const { env } = onlyContainer(patch as KubernetesObject);
    const own = env.filter(({ name }) => name.startsWith(shardVariable(service)) || /^DATABASE/.test(name));
    // An optional one that is missing would leave a service without its site.
    for (const { name, valueFrom } of own)
      expect([name, valueFrom?.secretKeyRef]).toEqual([
        name,
        { name: "database-urls", key: `${service}-${name.slice(-3).toLowerCase()}` },
      ]);
    return Object.fromEntries(own.map(({ name }) => [name, `postgresql://of/${name.slice(-3)}`]));
  };

  it.each(shardedServices)("are known to the service, the migrations and the backup alike: %s", (name) => {
    const service = environmentOf(`shards/services/${name}-service.yaml`, name);
    const migrations = environmentOf("shards/migrations/job.yaml", name);
    const known = shardUrlsOf(service, "DATABASE_URL_", (url) => url);
    expect([...known.keys()]).toEqual(["MLA", "MLB"]);
    expect(deployedShards(name, migrations)).toEqual(known);
    expect(environmentOf("shards/backup/cronjob.yaml", name)).toEqual(migrations);
  });

  it("get the passwords of the services in a backup, where an address has none", () => {
    const [patch] = objectsIn("shards/backup/cronjob.yaml");
    const passwords = onlyContainer(patch as KubernetesObject).env.filter(({ name }) =>
      /PASSWORD$/.test(name),
    );
    expect(passwords).toEqual(
      shardedServices.map((service) => ({
        name: passwordVariable(service),
        valueFrom: { secretKeyRef: { name: "database-passwords", key: service } },
      })),
    );
  });
});
