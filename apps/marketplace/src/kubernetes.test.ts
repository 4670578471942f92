import { bareApp } from "@marketplace/conventions";
import { health, serve } from "@marketplace/server";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { edgesOf, edgesOfArchitecture } from "./deployment/architecture.fixture.ts";
import {
  services as composed,
  environmentOf as composeEnvironmentOf,
  dockerfileOf,
} from "./deployment/compose.fixture.ts";
import {
  type Container,
  environmentOf,
  filesOf,
  type KubernetesObject,
  kustomizationOf,
  objectsOf,
  type Peer,
  type Rule,
} from "./deployment/kubernetes.fixture.ts";
import {
  type App,
  addressVariable,
  apps,
  type Environment,
  internalAddressVariable,
  read,
  settingOf,
  stopTakesMs,
  variablesKnownTo,
} from "./deployment/repository.fixture.ts";

const kustomization = kustomizationOf("services");
const objects = objectsOf("services");
const { version } = JSON.parse(read("package.json")) as { version: string };

function objectOf(kind: string, name: string, among = objects): KubernetesObject {
  const found = among.filter((object) => object.kind === kind && object.metadata.name === name);
  if (!found[0] || found.length > 1) throw new Error(`${found.length} objects are the ${kind} ${name}`);
  return found[0];
}
const podOf = (app: string) => objectOf("Deployment", app).spec.template;
function containerOf(app: string): Container {
  const [container, other] = podOf(app).spec.containers;
  if (!container || other) throw new Error(`${app} has not one container`);
  return container;
}
const environment = (app: App): Environment => environmentOf(containerOf(app), kustomization);
const portOf = (app: App) => Number(settingOf(dockerfileOf(app), "PORT"));
const internalPortOf = (app: App) => Number(settingOf(dockerfileOf(app), "INTERNAL_PORT"));
const labeled = (app: string) => ({ matchLabels: { "app.kubernetes.io/name": app } });

describe.each(apps)("%s on Kubernetes", (app) => {
  it("gets every variable it requires, and none that it does not know", () => {
    const known = variablesKnownTo(app, environment(app));
    for (const variable of Object.keys(environment(app))) expect(known).toContain(variable);
  });

  it("gets what compose sets, from secrets where it is one", () => {
    const filled = Object.entries(composeEnvironmentOf(app)).filter(([, value]) => value !== "");
    // Compose stores this secret in a file of its volume; here it is a Secret.
    const inCompose = filled
      .map(([variable]) => variable.replace(/_FILE$/, ""))
      // A Secret holds a complete URL with an encoded password.
      .filter((variable) => variable !== "DATABASE_PASSWORD")
      // Compose sends requests to a container that is not ready yet; Kubernetes sends none.
      .filter((variable) => variable !== "SEARCH_START_WAIT_SECONDS");
    expect(Object.keys(environment(app))).toEqual(expect.arrayContaining(inCompose));
    for (const { name, value } of containerOf(app).env)
      if (/SECRET|KEY|DATABASE|SMTP/.test(name)) expect([name, value]).toEqual([name, undefined]);
  });

  it("listens where its image does, is found there by its name, and answers its probes", async () => {
    const { ports, livenessProbe, readinessProbe, startupProbe } = containerOf(app);
    const metricsPort = environment(app).METRICS_PORT;
    const metrics = metricsPort ? [{ name: "metrics", containerPort: Number(metricsPort) }] : [];
    expect(ports).toEqual([
      { name: "http", containerPort: portOf(app) },
      { name: "internal", containerPort: internalPortOf(app) },
      ...metrics,
    ]);
    const service = objectOf("Service", app).spec;
    expect(service.ports).toMatchObject([
      { port: portOf(app), targetPort: "http" },
      { port: internalPortOf(app), targetPort: "internal" },
      ...metrics.map(({ name, containerPort }) => ({ port: containerPort, targetPort: name })),
    ]);
    expect(service.selector).toEqual(labeled(app).matchLabels);
    for (const other of apps) {
      const given = environment(other);
      expect([undefined, `http://${app}:${portOf(app)}`]).toContain(given[addressVariable(app)]);
      const internal = `http://${app}:${internalPortOf(app)}`;
      expect([undefined, internal]).toContain(given[internalAddressVariable(app)]);
    }
    const listening = await serve(bareApp().use(health({})), { host: "127.0.0.1", port: 0 });
    for (const { httpGet } of [livenessProbe, readinessProbe, startupProbe]) {
      expect(httpGet.port).toBe("http");
      const { status } = await fetch(`http://127.0.0.1:${listening.port}${httpGet.path}`);
      expect([httpGet.path, status]).toEqual([httpGet.path, 200]);
    }
    expect(livenessProbe.httpGet.path).not.toBe(readinessProbe.httpGet.path);
    await listening.close();
  });

  it("is scaled, survives disruptions and spreads over machines and zones", () => {
    const { scaleTargetRef, minReplicas, maxReplicas } = objectOf("HorizontalPodAutoscaler", app).spec;
    expect(scaleTargetRef).toEqual({ apiVersion: "apps/v1", kind: "Deployment", name: app });
    const budget = objectOf("PodDisruptionBudget", app).spec;
    expect(budget.selector).toEqual(labeled(app));
    expect(minReplicas).toBeGreaterThan(budget.maxUnavailable);
    expect(maxReplicas).toBeGreaterThan(minReplicas);
    const spread = podOf(app).spec.topologySpreadConstraints;
    expect(spread.map(({ labelSelector }) => labelSelector)).toEqual([labeled(app), labeled(app)]);
    expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
      "topology.kubernetes.io/zone",
      "kubernetes.io/hostname",
    ]);
    expect(containerOf(app).resources).toMatchObject({
      requests: { cpu: /./, memory: /./ },
      limits: { memory: /./ },
    });
  });

  it("has the time to finish what it has begun", () => {
    expect(Number(environment(app).SHUTDOWN_DELAY_MS)).toBeGreaterThanOrEqual(1_000);
    const grace = podOf(app).spec.terminationGracePeriodSeconds * 1_000;
    expect(grace).toBeGreaterThanOrEqual(stopTakesMs(app, environment(app)));
  });
});

const migrations = objectsOf("migrations");
const bootstrap = objectOf("Job", "bootstrap", objectsOf("bootstrap")).spec;
const jobs = [objectOf("Job", "migrate", migrations).spec.template, bootstrap.template];
const pods = [...apps.map(podOf), ...jobs];

describe("every pod", () => {
  it.each(pods)("%# may do nothing that it does not need", ({ spec }) => {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
    });
    const volumes = spec.volumes as { name: string }[];
    for (const volume of volumes)
      expect(volume).toEqual({ name: volume.name, emptyDir: { sizeLimit: expect.stringMatching(/Mi$/) } });
    const mounts = volumes.map(({ name }) => ({ name, mountPath: `/${name}` }));
    expect(mounts).toContainEqual({ name: "tmp", mountPath: "/tmp" });
    for (const container of spec.containers)
      expect(container).toMatchObject({
        volumeMounts: mounts,
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
      });
  });

  it.each(["services", "migrations", "bootstrap"])("of the %s runs an image of this release", (part) => {
    const { images, resources } = kustomizationOf(part);
    expect([...resources].sort()).toEqual(filesOf(part).sort());
    const wanted = objectsOf(part).flatMap(({ spec }) => spec.template?.spec.containers ?? []);
    expect(images).toEqual(wanted.map(({ image }) => ({ name: image, newTag: version })));
    const built = Object.keys(composed).filter((name) => composed[name]?.build);
    for (const { image } of wanted) expect(built).toContain(image.replace("marketplace/", ""));
  });
});

it("keeps the search index beyond a container, in a folder that can be written", () => {
  const folder = environment("catalog-service").SEARCH_INDEX_DIR;
  expect(containerOf("catalog-service")).toMatchObject({
    volumeMounts: expect.arrayContaining([{ name: "search-index", mountPath: folder }]),
  });
});

describe("the migrations' job", () => {
  it("gets what compose gives it", () => {
    const [container] = objectOf("Job", "migrate", migrations).spec.template.spec.containers;
    // Compose's container also serves as the command-line tool. The administrator's URL contains the password
    // here.
    const notHere =
      /^(?:PUBLIC_URL$|INTERNAL_SECRET|OBJECT_STORE$|S3_|DATABASE_ADMIN_PASSWORD$|SEARCH_DRIVER$|SEARCH_LANGUAGES$|OPENSEARCH_)/;
    const inCompose = Object.keys(composeEnvironmentOf("migrate")).filter((name) => !notHere.test(name));
    expect(container?.env.map(({ name }) => name)).toEqual(inCompose);
  });
});

it("the gateway gets the secret of an OpenID Connect client where there is one", () => {
  const { env } = containerOf("edge-gateway");
  expect(env.find(({ name }) => name === "OIDC_CLIENT_SECRET")?.valueFrom).toEqual({
    secretKeyRef: { name: "oidc", key: "client-secret", optional: true },
  });
});

it("gateways get the address of the server where they count together, where there is one", () => {
  const { env } = containerOf("edge-gateway");
  expect(env.find(({ name }) => name === "REDIS_URL")?.valueFrom).toEqual({
    secretKeyRef: { name: "redis", key: "url", optional: true },
  });
});

describe("the command-line tool's job", () => {
  it("gets what the migrations get, and the secret that the tool needs", () => {
    const [migrate, tool] = jobs.map(({ spec }) => spec.containers[0]?.env);
    const secret = { secretKeyRef: { name: "marketplace", key: "internal-secret" } };
    expect(tool).toEqual(
      expect.arrayContaining([...(migrate ?? []), { name: "INTERNAL_SECRET", valueFrom: secret }]),
    );
    expect(tool).toHaveLength((migrate ?? []).length + 1);
  });

  it("makes the first operator once: a second attempt would print no credentials", () => {
    expect(bootstrap).toMatchObject({ backoffLimit: 0 });
    expect(bootstrap.template.spec.containers[0]).toMatchObject({
      args: ["node", "dist/cli.js", "bootstrap", "--email", expect.stringContaining("@")],
    });
    expect(bootstrap.template.spec).toMatchObject({ restartPolicy: "Never" });
  });
});

const nameOf = ({ podSelector }: Peer): string | undefined =>
  podSelector?.matchLabels["app.kubernetes.io/name"];
const policyOf = (app: App) => objectOf("NetworkPolicy", app).spec;
/** The pods of a policy's rules with their allowed ports. */
const edgesOfRules = (rules: Rule[] = []) =>
  rules.flatMap(({ from, to, ports = [] }) =>
    [...(from ?? []), ...(to ?? [])].flatMap((peer) => {
      const name = nameOf(peer);
      return name ? [{ name, ports: ports.map(({ port }) => port) }] : [];
    }),
  );

/** Only the gateway reaches the client ports of services; only services reach the internal ports. */
const portsFor = (asking: App, asked: App): number[] =>
  asking === "edge-gateway" ? [portOf(asked), internalPortOf(asked)] : [internalPortOf(asked)];

describe("network policies", () => {
  it("let in exactly those who ask, by ARCHITECTURE.md and by the addresses that services are given", () => {
    const into = apps.flatMap((to) =>
      edgesOfRules(policyOf(to).ingress).map(({ name }) => `${name} -> ${to}`),
    );
    expect(into.sort()).toEqual(edgesOfArchitecture());
    expect(edgesOf((app) => Object.keys(environment(app)))).toEqual(edgesOfArchitecture());
    expect(edgesOf((app) => Object.keys(composeEnvironmentOf(app)))).toEqual(edgesOfArchitecture());
    expect(edgesOf((app) => variablesKnownTo(app, environment(app)))).toEqual(edgesOfArchitecture());
  });

  it("let out to exactly those, at their ports", () => {
    const out = apps.flatMap((from) =>
      edgesOfRules(policyOf(from).egress).map(({ name }) => `${from} -> ${name}`),
    );
    expect(out.sort()).toEqual(edgesOfArchitecture());
    for (const app of apps) {
      for (const { name, ports } of edgesOfRules(policyOf(app).egress)) {
        const asked = apps.find((other) => other === name);
        expect([name, ports]).toEqual([name, asked && portsFor(app, asked)]);
      }
      for (const { name, ports } of edgesOfRules(policyOf(app).ingress)) {
        const asking = apps.find((other) => other === name);
        expect([name, ports]).toEqual([name, asking && portsFor(asking, app)]);
      }
    }
  });

  it("let the outside reach the gateway's public port alone", () => {
    const outside = apps.flatMap((app) =>
      (policyOf(app).ingress ?? [])
        .filter(({ from = [] }) => from.length === 0 || from.some((peer) => !nameOf(peer)))
        .map(({ ports }) => [app, ports?.map(({ port }) => port)]),
    );
    expect(outside).toEqual([["edge-gateway", [portOf("edge-gateway")]]]);
    const everywhere = objects
      .filter(({ kind }) => kind === "NetworkPolicy")
      .flatMap(({ spec }) => spec.ingress);
    const opened = everywhere.filter((rule) => rule?.from?.some((peer) => !nameOf(peer)));
    const ports = opened.flatMap((rule) => rule?.ports?.map(({ port }) => port));
    for (const app of apps) expect(ports).not.toContain(internalPortOf(app));
  });

  it("let monitoring reach metrics, of the gateway nothing else", () => {
    const [rule] = objectOf("NetworkPolicy", "metrics").spec.ingress ?? [];
    const services = apps.filter((app) => app !== "edge-gateway").map(portOf);
    const gateway = Number(environment("edge-gateway").METRICS_PORT);
    expect(rule?.ports?.map(({ port }) => port)).toEqual([gateway, ...services.sort()]);
    expect(gateway).not.toBe(portOf("edge-gateway"));
  });

  it("let the gateway alone reach every public address at any port, and no private network by that", () => {
    const blocks = apps.flatMap((app) =>
      (policyOf(app).egress ?? []).flatMap(({ to = [] }) =>
        to.flatMap(({ ipBlock }) => (ipBlock ? [[app, ipBlock.cidr, ipBlock.except.length > 0]] : [])),
      ),
    );
    expect(blocks).toEqual([
      ["edge-gateway", "0.0.0.0/0", true],
      ["edge-gateway", "::/0", true],
    ]);
  });

  it("let the command that compares documents with the object store out to it, as its service", () => {
    const label = "invoices-reconcile";
    const { podSelector, egress } = objectOf("NetworkPolicy", label).spec;
    expect(podSelector).toEqual(labeled(label));
    const ports = egress?.flatMap(({ to, ports = [] }) => (to ? [] : ports.map(({ port }) => port)));
    expect(ports).toEqual([443, 9000]);
    const service = policyOf("invoices-service").egress?.find(({ to }) => !to);
    expect(service?.ports?.map(({ port }) => port)).toEqual(expect.arrayContaining([443, 9000]));
    expect(read("docs/deploy.md")).toContain(`\`app.kubernetes.io/name: ${label}\``);
  });

  it("deny what none of them allows", () => {
    const { podSelector, policyTypes, ingress, egress } = objectOf(
      "NetworkPolicy",
      "nothing-by-default",
    ).spec;
    expect({ policyTypes, ingress, egress }).toEqual({ policyTypes: ["Ingress", "Egress"] });
    for (const { metadata } of pods) expect(metadata.labels).toMatchObject(podSelector.matchLabels);
  });
});

describe("the example deployment", () => {
  it("leaves the size of a body to the services, whose limits differ and whose refusals are the API's", () => {
    const [{ metadata }] = parseAllDocuments(read("deploy/kubernetes/example/services/ingress.yaml")).map(
      (document) => document.toJS(),
    );
    expect(metadata.annotations["nginx.ingress.kubernetes.io/proxy-body-size"]).toBe("0");
  });

  it("names the images of all that is deployed, pinned", () => {
    for (const part of ["services", "migrations", "bootstrap"]) {
      const { images } = kustomizationOf(`example/${part}`);
      expect(images.map(({ name, newTag }) => ({ name, newTag }))).toEqual(kustomizationOf(part).images);
    }
  });
});
