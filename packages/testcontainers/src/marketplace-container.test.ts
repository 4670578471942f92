import type { StartedTestContainer } from "testcontainers";
import { expect, it } from "vitest";
import { StartedMarketplaceContainer } from "./index.ts";

it("a started container says where it is, and its admin token", () => {
  const started: Pick<StartedTestContainer, "getHost" | "getMappedPort"> = {
    getHost: () => "docker.example",
    getMappedPort: () => 49_153,
  };
  const sandbox = { users: {}, fixtures: {}, sandbox: { admin_token: "the-token" } };
  // It asks its container for these alone.
  const container = new StartedMarketplaceContainer(started as StartedTestContainer, sandbox);
  expect(container.url).toBe("http://docker.example:49153");
  expect(container.adminToken).toBe("the-token");
});
