import { expect, it } from "vitest";
import { parse } from "yaml";
import { composeFile, filled, services } from "./compose.fixture.ts";
import { read } from "./repository.fixture.ts";

const path = "deploy/compose/tls/docker-compose.yml";
const added = composeFile(path).services;
const { networks } = parse(read(path)) as {
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>;
};
const own = (name: string) => parse(read(path)).services[name] as { networks: string[] };

it("the proxy is pinned, and alone opens ports to other machines", () => {
  expect(added.proxy?.image).toMatch(/^caddy:\d+\.\d+\.\d+-alpine@sha256:[0-9a-f]{64}$/);
  expect(added.proxy?.ports).toEqual(["80:80", "443:443", "443:443/udp"]);
  for (const [name, { ports }] of Object.entries(added))
    if (name !== "proxy") expect([name, ports]).toEqual([name, undefined]);
});

it("the gateway believes forwarded addresses of the proxy's network alone, where only the two of them are", () => {
  const subnets = networks.proxy?.ipam.config.map(({ subnet }) => subnet);
  expect([added["edge-gateway"]?.environment?.TRUSTED_PROXIES]).toEqual(subnets);
  expect(filled(subnets?.[0] ?? "")).toMatch(/^172\.30\.250\.0\/28$/);
  const there = Object.keys(added).filter((name) => own(name).networks?.includes("proxy"));
  expect(there.sort()).toEqual(["edge-gateway", "proxy"]);
  expect(own("proxy").networks).toEqual(["proxy"]);
  expect(own("edge-gateway").networks).toEqual(["default", "proxy"]);
});

it("clients and the demo are told the address with https", () => {
  for (const name of ["edge-gateway", "migrate", "seed"]) {
    expect(services[name]?.environment).toHaveProperty("PUBLIC_URL");
    // Compose fills it in.
    expect(added[name]?.environment?.PUBLIC_URL).toBe(["https://$", "{DOMAIN}"].join(""));
  }
  expect(added.proxy?.environment?.DOMAIN).toContain("DOMAIN:?");
});

it("it forwards to the gateway's port, without a header that clients could forge", () => {
  const caddyfile = read("deploy/compose/tls/Caddyfile");
  expect(caddyfile).toContain("edge-gateway:8080}");
  expect(caddyfile).toContain("header_up -Forwarded");
  const mounted = "./deploy/compose/tls/Caddyfile:/etc/caddy/Caddyfile:ro";
  expect(added.proxy?.volumes).toContain(mounted);
});
