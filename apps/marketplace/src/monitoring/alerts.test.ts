import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { filesOf, kustomizationOf, objectsOf } from "../deployment/kubernetes.fixture.ts";
import { apps, read } from "../deployment/repository.fixture.ts";
import { namesIn } from "./promql.fixture.ts";
import { registeredSeries } from "./series.fixture.ts";

interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

interface Monitor {
  spec: {
    jobLabel: string;
    selector: {
      matchLabels?: Record<string, string>;
      matchExpressions?: { key: string; values: string[] }[];
    };
    endpoints: { port: string; path: string; honorLabels: boolean }[];
  };
}

const folder = "deploy/kubernetes/monitoring";
// The tests check the contents of the files.
const rule = parse(read(`${folder}/alerts.yaml`)) as {
  apiVersion: string;
  kind: string;
  spec: { groups: { name: string; rules: Alert[] }[] };
};
const alerts = rule.spec.groups.flatMap(({ rules }) => rules);
const runbook = read("docs/runbook.md");

/** Series of Prometheus itself and of kube-state-metrics. */
const elsewhere = new Map([
  ["up", new Set(["job", "pod"])],
  ["kube_pod_container_status_restarts_total", new Set(["container"])],
  ["kube_cronjob_status_last_successful_time", new Set(["cronjob"])],
  ["kube_cronjob_created", new Set(["cronjob"])],
]);

describe.each(alerts)("the alert $alert", ({ alert, expr, labels, annotations }) => {
  it("asks for metrics and labels that exist", () => {
    const known = new Map([...registeredSeries(), ...elsewhere]);
    const { selected, grouped } = namesIn(expr.replaceAll("\n", " "));
    expect(selected.length).toBeGreaterThan(0);
    for (const { metric, labels: asked } of selected) {
      expect([...known.keys()]).toContain(metric);
      for (const label of [...asked, ...grouped]) expect([...(known.get(metric) ?? [])]).toContain(label);
    }
  });

  it("says how grave it is, what happens, and where the runbook has it", () => {
    expect(["critical", "warning"]).toContain(labels.severity);
    expect(annotations.summary.length).toBeGreaterThan(10);
    expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    const [, section = ""] = runbook.split(`\n## ${alert}\n`);
    expect(section.split("\n## ")[0]?.trim().length).toBeGreaterThan(50);
  });

  it("names jobs that are scraped", () => {
    const jobs = [...expr.matchAll(/\bjob=~?"([^"]*)"/g)].flatMap(([, names = ""]) => names.split("|"));
    for (const job of jobs) expect(apps).toContain(job);
  });
});

describe("alerts", () => {
  it("are a PrometheusRule, each of its own name, and each of the runbook's sections has one", () => {
    expect([rule.apiVersion, rule.kind]).toEqual(["monitoring.coreos.com/v1", "PrometheusRule"]);
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    const sections = [...runbook.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(names);
  });

  it("notice each service that no replica serves any more", () => {
    const down = alerts.find(({ alert }) => alert === "MarketplaceServiceDown");
    for (const app of apps) expect(down?.expr).toContain(`absent(up{job="${app}"} == 1)`);
  });
});

describe("the alert for backups", () => {
  it("counts from when there was to be one, where none has ever ended", () => {
    const { expr = "" } = alerts.find(({ alert }) => alert === "MarketplaceBackupOverdue") ?? {};
    expect(expr).toMatch(
      /_last_successful_time\{cronjob="backup"\} or kube_cronjob_created\{cronjob="backup"\}/,
    );
  });
});

describe("ServiceMonitors", () => {
  const monitors = parseAllDocuments(read(`${folder}/service-monitors.yaml`)).map(
    (document) => document.toJS() as Monitor,
  );
  const label = "app.kubernetes.io/name";

  it("scrape each service once, at the port where it tells metrics, and leave its labels as they are", () => {
    const scraped = monitors.flatMap(({ spec: { selector, endpoints, jobLabel } }) => {
      expect(jobLabel).toBe(label);
      const listed = selector.matchExpressions?.find(({ key }) => key === label)?.values ?? [];
      const named = selector.matchLabels?.[label];
      return [...listed, ...(named ? [named] : [])].map((app) => [app, endpoints] as const);
    });
    expect(scraped.map(([app]) => app).sort()).toEqual([...apps].sort());
    for (const [app, endpoints] of scraped) {
      const port = app === "edge-gateway" ? "metrics" : "http";
      expect(endpoints).toEqual([{ port, path: "/metrics", interval: "30s", honorLabels: true }]);
      const service = objectsOf("services").find(
        ({ kind, metadata }) => kind === "Service" && metadata.name === app,
      );
      expect(service?.metadata.labels).toMatchObject({ [label]: app });
      expect(service?.spec.ports).toContainEqual(expect.objectContaining({ name: port, targetPort: port }));
    }
  });

  it("come with the alerts in a folder of their own, for clusters that have the operator", () => {
    expect(kustomizationOf("monitoring").resources.toSorted()).toEqual(filesOf("monitoring").toSorted());
    expect(kustomizationOf("example/monitoring").resources).toEqual(["../../monitoring"]);
  });
});
