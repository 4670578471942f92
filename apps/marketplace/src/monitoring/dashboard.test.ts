import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { dockerfileOf, environmentOf, services } from "../deployment/compose.fixture.ts";
import { apps, read, root, settingOf } from "../deployment/repository.fixture.ts";
import { namesIn } from "./promql.fixture.ts";
import { metrics, registeredSeries } from "./series.fixture.ts";

const folder = "deploy/monitoring";

interface Panel {
  title: string;
  type: string;
  datasource?: { uid: string };
  targets?: { expr: string }[];
}

// The tests below check the contents of the files.
const dashboard = JSON.parse(read(`${folder}/grafana/dashboards/marketplace.json`)) as {
  uid: string;
  panels: Panel[];
  templating: { list: { query: { query: string } }[] };
};
const graphs = dashboard.panels.filter(({ type }) => type !== "row");

describe("the dashboard", () => {
  it.each(graphs.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr])))(
    "%s asks for metrics and labels that exist: %s",
    (_, query) => {
      const registered = registeredSeries();
      const { selected, grouped } = namesIn(query);
      expect(selected.length).toBeGreaterThan(0);
      for (const { metric, labels } of selected) {
        expect([...registered.keys()]).toContain(metric);
        for (const label of [...labels, ...grouped])
          expect([...(registered.get(metric) ?? [])]).toContain(label);
      }
    },
  );

  it("lets choose among the services", () => {
    const [choice] = dashboard.templating.list;
    const [, metric = "", label = ""] =
      /^label_values\((\w+)\{\}, (\w+)\)$/.exec(choice?.query.query ?? "") ?? [];
    expect(registeredSeries().get(metric)).toContain(label);
  });

  it("shows every metric of ours", () => {
    const queries = graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join("\n");
    const names = metrics.map(({ name }) => name);
    const ours = names.filter((name) => !/^(process|nodejs)_/.test(name));
    expect(ours.length).toBeGreaterThan(10);
    for (const name of ours) expect(queries).toContain(name);
  });

  it("is provisioned with the source of data that its panels name", () => {
    const path = `${folder}/grafana/provisioning`;
    const { datasources } = parse(read(`${path}/datasources/prometheus.yml`));
    const { providers } = parse(read(`${path}/dashboards/marketplace.yml`));
    for (const panel of graphs) expect(panel.datasource?.uid).toBe(datasources[0].uid);
    expect(datasources[0].url).toBe("http://prometheus:9090");
    const { volumes = [], environment = {} } = services.grafana ?? {};
    expect(volumes).toContain(`./${path}:/etc/grafana/provisioning:ro`);
    expect(volumes).toContain(`./${folder}/grafana/dashboards:${providers[0].options.path}:ro`);
    const home = environment.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH ?? "";
    const dashboards = readdirSync(join(root, folder, "grafana/dashboards"));
    expect(dashboards.map((name) => `${providers[0].options.path}/${name}`)).toContain(home);
  });
});

describe("Prometheus", () => {
  it("scrapes each service of compose at the port where it tells metrics, and nothing else", () => {
    const { scrape_configs } = parse(read(`${folder}/prometheus.yml`)) as {
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const targets = scrape_configs.flatMap(({ dns_sd_configs }) =>
      dns_sd_configs.flatMap(({ names, port }) => names.map((name) => [name, String(port)] as const)),
    );
    const wanted = apps.map((app) => {
      const { METRICS_PORT } = environmentOf(app);
      return [app, METRICS_PORT ?? settingOf(dockerfileOf(app), "PORT")];
    });
    expect(targets.toSorted()).toEqual(wanted.toSorted());
    expect(services.prometheus?.volumes).toContain(
      `./${folder}/prometheus.yml:/etc/prometheus/prometheus.yml:ro`,
    );
  });

  it("has a port of the gateway's that is not published", () => {
    const { METRICS_PORT, METRICS_HOST } = environmentOf("edge-gateway");
    expect([METRICS_PORT, METRICS_HOST]).toEqual(["9464", "0.0.0.0"]);
    for (const { ports = [] } of Object.values(services))
      for (const port of ports) expect(port).not.toContain("9464");
  });

  it("and Grafana come with the profile for monitoring only, and only to this machine", () => {
    for (const name of ["prometheus", "grafana"]) {
      expect(services[name]?.profiles).toEqual(["monitoring"]);
      expect(services[name]?.ports?.every((port) => port.startsWith("127.0.0.1:"))).toBe(true);
    }
  });
});
