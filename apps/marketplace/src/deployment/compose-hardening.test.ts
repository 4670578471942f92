import { describe, expect, it } from "vitest";
import { composeFile, filled, type Service, services } from "./compose.fixture.ts";
import { type Container, objectsOf } from "./kubernetes.fixture.ts";
import { read } from "./repository.fixture.ts";

const tls = composeFile("deploy/compose/tls/docker-compose.yml").services.proxy;
const containers: [name: string, service: Service][] = [
  ...Object.entries(services),
  ["proxy", tls as Service], // Its own test says that the file has it.
];

describe.each(containers)("the container of %s", (_, service) => {
  it("has a read-only file system, no capability it does not need, and gains none", () => {
    expect(service).toMatchObject({
      read_only: true,
      tmpfs: expect.arrayContaining(["/tmp"]),
      security_opt: ["no-new-privileges:true"],
      cap_drop: ["ALL"],
    });
  });

  it("has a limit of memory, of processors and of processes", () => {
    expect(filled(service.mem_limit ?? "")).toMatch(/^\d+[mg]$/);
    expect(filled(service.cpus ?? "")).toMatch(/^1$/);
    expect(service.pids_limit).toBeGreaterThanOrEqual(256);
  });
});

/** `1g` and `1Gi` in bytes. */
function bytesOf(text: string): number {
  const [, number = "", unit = ""] = /^(\d+)([mg])i?$/i.exec(text) ?? [];
  return Number(number) * (unit.toLowerCase() === "g" ? 1_024 : 1) * 1_048_576;
}

it("a service has as much memory in compose as on Kubernetes", () => {
  const deployed = objectsOf("services").flatMap(({ kind, spec }): Container[] =>
    kind === "Deployment" ? spec.template.spec.containers : [],
  );
  expect(deployed.length).toBeGreaterThan(4);
  for (const { name, resources } of deployed) {
    const here = services[name]?.mem_limit ?? "";
    expect([name, bytesOf(here)]).toEqual([name, bytesOf(resources.limits.memory ?? "")]);
  }
});

it("the temporary folder has room for the uploads that wait there, and so has the memory it is of", () => {
  const [, megabytes] =
    /spoolBytes = (\d+) \* 1024 \* 1024/.exec(read("packages/object-store/src/spool-bound.ts")) ?? [];
  const spooled = Number(megabytes) * 1_048_576;
  const pods = objectsOf("services").filter(({ kind }) => kind === "Deployment");
  const storing = Object.keys(services).filter((name) => services[name]?.environment?.UPLOAD_TIMEOUT_SECONDS);
  expect(storing.sort()).toEqual(["catalog-service", "invoices-service", "orders-service"]);
  for (const name of storing) {
    expect(bytesOf(services[name]?.mem_limit ?? ""), name).toBeGreaterThanOrEqual(2 * spooled);
    const pod = pods.find(({ metadata }) => metadata.name === name)?.spec.template.spec;
    const volumes = pod?.volumes as { name: string; emptyDir: { sizeLimit: string } }[];
    const tmp = volumes.find((volume) => volume.name === "tmp");
    expect(bytesOf(tmp?.emptyDir.sizeLimit ?? ""), name).toBeGreaterThanOrEqual(spooled);
  }
});

it("of what we do not build only the store and the proxy run as root, without what makes root powerful", () => {
  const others = containers.filter(([, { build }]) => !build);
  // The images of Prometheus and Grafana name a user.
  const named = ["prometheus", "grafana"];
  const asRoot = others.filter(([name, { user }]) => !user && !named.includes(name)).map(([name]) => name);
  expect(asRoot.sort()).toEqual(["minio", "proxy"]);
});
