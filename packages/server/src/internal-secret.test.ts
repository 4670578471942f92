import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { type Environment, serviceVariables } from "./environment.ts";
import { providedSecret, readServiceEnvironment } from "./internal-secret.ts";

const schema = z.object(serviceVariables({ port: 8081, internalPort: 8091 }));
const read = (env: Environment) => readServiceEnvironment(schema, { DATABASE_URL: "postgresql://x", ...env });

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "secret-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

describe("the secret of a deployment", () => {
  const published = "local-development-secret";

  it.each([
    { HOST: "0.0.0.0" },
    { HOST: "::" },
    { HOST: "192.168.1.7" },
    { INTERNAL_HOST: "0.0.0.0" },
    { INTERNAL_HOST: "edge-gateway" },
  ])("is refused when it is published and the service listens at %j", (address) => {
    expect(() => read({ ...address, INTERNAL_SECRET: published })).toThrow(
      /^Invalid configuration: INTERNAL_SECRET: is a published default/,
    );
    expect(read({ ...address, INTERNAL_SECRET: "one of our own, and long" })).toMatchObject({ port: 8081 });
  });

  it.each(["127.0.0.1", "127.0.0.2", "localhost", "::1"])(
    "may be published when the service listens on %s alone",
    (HOST) => {
      expect(read({ HOST, INTERNAL_HOST: HOST, INTERNAL_SECRET: published }).internalSecret).toBe(published);
    },
  );

  it("is refused when it is missing or short, together with the other issues", () => {
    expect(() => read({ PORT: "x" })).toThrow(/PORT: .*; INTERNAL_SECRET is required/);
    expect(() => read({ PORT: "x", INTERNAL_SECRET: "short" })).toThrow(
      /PORT: .*; INTERNAL_SECRET: must have/,
    );
  });

  it("is read from a file when the variable is not set", () => {
    const file = join(folder(), "secret");
    writeFileSync(file, "what an operator has put there\n");
    expect(read({ INTERNAL_SECRET_FILE: file }).internalSecret).toBe("what an operator has put there");
    const both = { INTERNAL_SECRET: "the variable counts", INTERNAL_SECRET_FILE: file };
    expect(read(both).internalSecret).toBe("the variable counts");
    writeFileSync(file, "short\n");
    expect(() => read({ INTERNAL_SECRET_FILE: file })).toThrow(/INTERNAL_SECRET: must have/);
  });

  it("is created once when there is no file, closed to other users", () => {
    const place = folder();
    const file = join(place, "secret");
    const { internalSecret } = read({ HOST: "0.0.0.0", INTERNAL_SECRET_FILE: file });
    expect(internalSecret).toMatch(/^[\w-]{43}$/);
    expect(read({ INTERNAL_SECRET_FILE: file, INTERNAL_SECRET: "" }).internalSecret).toBe(internalSecret);
    expect(readFileSync(file, "utf8")).toBe(`${internalSecret}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(place)).toEqual(["secret"]);
  });

  it("is the same for all services that start at once", async () => {
    const file = join(folder(), "secret");
    const source = `
      import { parentPort } from "node:worker_threads";
      import { providedSecret } from ${JSON.stringify(new URL("internal-secret.ts", import.meta.url).href)};
      parentPort.once("message", (env) => parentPort.postMessage(providedSecret(env)));
      parentPort.postMessage("ready");`;
    const address = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
    const workers = Array.from({ length: 5 }, () => new Worker(address));
    const said = (worker: Worker) => new Promise((resolve) => worker.once("message", resolve));
    await Promise.all(workers.map(said));
    const secrets = workers.map(said);
    for (const worker of workers) worker.postMessage({ INTERNAL_SECRET_FILE: file });
    expect(new Set(await Promise.all(secrets))).toEqual(new Set([readFileSync(file, "utf8").trim()]));
  });

  it("says why a file can be neither read nor created", () => {
    const nowhere = join(folder(), "missing", "secret");
    expect(() => providedSecret({ INTERNAL_SECRET_FILE: nowhere })).toThrow(
      /^Invalid configuration: INTERNAL_SECRET_FILE: ENOENT/,
    );
  });
});
