import { readConfig } from "@marketplace/catalog-service";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { environmentOf as composeEnvironmentOf, services, textsOf } from "./compose.fixture.ts";
import { filesOf, type KubernetesObject, objectsOf, type Rule } from "./kubernetes.fixture.ts";
import { read, variablesKnownTo } from "./repository.fixture.ts";

const objects = objectsOf("opensearch");
const objectOf = (kind: string, name: string): KubernetesObject => {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (!found) throw new Error(`the component has no ${kind} ${name}`);
  return found;
};
const pod = objectOf("StatefulSet", "opensearch").spec.template.spec;
const settings = { DATABASE_URL: "postgresql://db/catalog", INTERNAL_SECRET: "a-secret-of-some-length" };

it("compose runs a server for searches by its profile alone, and tells the tool of it, too", () => {
  expect(services.opensearch).toMatchObject({ profiles: ["opensearch"] });
  expect(services.opensearch).not.toHaveProperty("ports");
  const needing = Object.values(services).filter(({ depends_on = {} }) => "opensearch" in depends_on);
  expect(needing).toEqual([]);
  const shared = Object.entries(textsOf("catalog-service")).filter(([name]) =>
    /^(?:SEARCH_DRIVER|OPENSEARCH_.*)$/.test(name),
  );
  expect(shared).toHaveLength(7);
  expect(textsOf("migrate")).toMatchObject(Object.fromEntries(shared));
  expect(readConfig({ ...composeEnvironmentOf("catalog-service"), ...settings }).searchDriver).toBe(
    "embedded",
  );
  const [, address = ""] = /SEARCH_DRIVER=opensearch OPENSEARCH_URL=(\S+)/.exec(read("docs/deploy.md")) ?? [];
  expect(address).toBe("http://opensearch:9200");
});

it("Kubernetes runs the same one, as a component beside the services", () => {
  const component = parse(read("deploy/kubernetes/opensearch/kustomization.yaml")) as {
    kind: string;
    resources: string[];
    patches: { path: string }[];
  };
  expect(component.kind).toBe("Component");
  const files = [...component.resources, ...component.patches.map(({ path }) => path)];
  expect(files.sort()).toEqual(filesOf("opensearch").sort());
  expect(pod.containers.map(({ image }) => image)).toEqual([services.opensearch?.image]);
  expect(parse(read("deploy/kubernetes/example/opensearch/kustomization.yaml"))).toMatchObject({
    resources: ["../services"],
    components: ["../../opensearch"],
  });
});

it("its nodes may do nothing that they do not need", () => {
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
  });
  expect(pod.containers).toMatchObject([
    {
      resources: { requests: { cpu: /./, memory: /./ }, limits: { memory: /./ } },
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      },
    },
  ]);
});

it("catalog-service is told where each node is, and needs no more", () => {
  const [container] = objectOf("Deployment", "catalog-service").spec.template.spec.containers;
  const env = Object.fromEntries(
    (container?.env ?? []).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );
  const config = readConfig({ ...settings, ...env });
  const [{ port } = { port: 0 }] = objectOf("Service", "opensearch").spec.ports;
  const { replicas = 0, serviceName } = objectOf("StatefulSet", "opensearch").spec;
  const nodes = Array.from({ length: replicas }, (_, at) => `http://opensearch-${at}.${serviceName}:${port}`);
  expect(nodes).toHaveLength(3);
  expect(config).toMatchObject({ searchDriver: "opensearch", opensearchUrl: nodes });
  const known = variablesKnownTo("catalog-service", { ...settings, ...env });
  for (const { name } of container?.env ?? []) expect(known).toContain(name);
  for (const { name, valueFrom } of container?.env ?? [])
    if (valueFrom) expect([name, valueFrom.secretKeyRef]).toMatchObject([name, { optional: true }]);
});

it("only catalog-service and the tool reach it, and its nodes each other", () => {
  const peers = (rules: Rule[] = []) =>
    rules.flatMap(({ from = [], to = [], ports = [] }) =>
      [...from, ...to].map(({ podSelector }) => [
        podSelector?.matchLabels["app.kubernetes.io/name"],
        ports.map(({ port }) => port),
      ]),
    );
  const { ingress, egress, policyTypes } = objectOf("NetworkPolicy", "opensearch").spec;
  expect(policyTypes).toEqual(["Ingress", "Egress"]);
  expect(peers(ingress)).toEqual([
    ["catalog-service", [9200]],
    ["search-reindex", [9200]],
    ["opensearch", [9300]],
  ]);
  expect(peers(egress)).toEqual([["opensearch", [9300]]]);
  expect(peers(objectOf("NetworkPolicy", "to-opensearch").spec.egress)).toEqual([["opensearch", [9200]]]);
});
