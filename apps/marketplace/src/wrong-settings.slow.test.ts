import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { runProgram } from "./run-program.fixture.ts";

const required = {
  DATABASE_URL: "postgresql://nobody@127.0.0.1:1/nothing",
  INTERNAL_SECRET: "sixteen letters..",
  PORT: "0",
};
const runFile = (file: string, variables: Record<string, string>) =>
  runProgram(process.execPath, [file], { ...required, ...variables });
const run = (service: string, variables: Record<string, string>) =>
  runFile(`apps/${service}/src/main.ts`, variables);

const sharded = ["catalog", "questions", "invoices", "orders", "flex"].map((name) => `${name}-service`);

/** The way to the exit is one for all settings; each service has to take it. */
describe("a service that cannot start as it is told to ends with one line", { timeout: 180_000 }, () => {
  it("edge-gateway, on settings that are wrong", async () => {
    expect(await run("edge-gateway", { PORT: "x", DATABASE_POOL_SIZE: "0" })).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "Invalid configuration: PORT: must be an integer from 0 to 65535; " +
        "DATABASE_POOL_SIZE: must be an integer from 1 to 500\n",
    });
  });

  it.each(sharded)("%s, on a database of what is no site", async (service) => {
    expect(await run(service, { DATABASE_URL_mla: required.DATABASE_URL })).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "Invalid configuration: DATABASE_URL_mla: must end with the id of a site, such as DATABASE_URL_MLA\n",
    });
  });

  it.each(["edge-gateway/src/main.ts", "flex-service/src/main.ts", "marketplace/src/gateway.ts"])(
    "%s, on a wrong limit, without its database",
    async (file) => {
      const { code, stderr } = await runFile(`apps/${file}`, { HEADERS_TIMEOUT_MS: "1" });
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: "Invalid configuration: HEADERS_TIMEOUT_MS: must be an integer from 100 to 3600000\n",
      });
    },
  );

  it("on a port that is taken", async () => {
    const other = createServer();
    onTestFinished(() => void other.close());
    const port = await new Promise<number>((resolve) => {
      other.listen(0, "127.0.0.1", () => resolve((other.address() as { port: number }).port));
    });
    const { code, stderr } = await run("flex-service", { PORT: String(port), LOG_LEVEL: "silent" });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Cannot start: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
    });
  });
});
