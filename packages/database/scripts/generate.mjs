#!/usr/bin/env node
// Writes src/generated: per service a Prisma client and a module with its migrations' SQL. Does only what is
// out of date.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { withFileLock } from "./file-lock.mjs";
import { packageDir, prismaEnv, services } from "./services.mjs";

const run = promisify(execFile);
const generated = join(packageDir, "src", "generated");
const prismaManifest = createRequire(import.meta.url).resolve("prisma/package.json");
const prismaCli = join(dirname(prismaManifest), "build", "index.js");

/** A digest of all that the generated files of a service depend on. */
function inputsOf(service) {
  const files = globSync([`prisma/${service}/**/*.{prisma,sql}`, "scripts/{generate,services}.mjs"], {
    cwd: packageDir,
  });
  const hash = createHash("sha256").update(readFileSync(prismaManifest));
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(join(packageDir, file)));
  return hash.digest("hex");
}

function replaceFile(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** The SQL travels inside the code, so that a bundle of one file can migrate its database. */
function writeMigrations(service) {
  const migrations = globSync(`prisma/${service}/migrations/*/migration.sql`, { cwd: packageDir })
    .sort()
    .map((file) => ({ name: basename(dirname(file)), sql: readFileSync(join(packageDir, file), "utf8") }));
  const list = JSON.stringify(migrations, null, 2);
  replaceFile(join(generated, "migrations", `${service}.ts`), `export const migrations = ${list};\n`);
  // A service asks whether they were applied: for that it need not carry their SQL.
  const names = JSON.stringify(
    migrations.map(({ name }) => name),
    null,
    2,
  );
  replaceFile(join(generated, "migrations", `${service}.names.ts`), `export const names = ${names};\n`);
}

/** Collects what the services' modules of one kind export in one module, by service. */
function writeMap(exported, { suffix = "", file }) {
  const imports = services.map((name) => `import { ${exported} as ${name} } from "./${name}${suffix}.ts";`);
  const text = `${imports.join("\n")}\n\nexport const ${exported} = { ${services.join(", ")} };\n`;
  const path = join(generated, "migrations", file);
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) replaceFile(path, text);
}

async function generate(service) {
  const stamp = join(generated, `.${service}.stamp`);
  const inputs = inputsOf(service);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === inputs) return;
  writeMigrations(service);
  await run(process.execPath, [prismaCli, "generate"], { cwd: packageDir, env: prismaEnv(service) }).catch(
    (error) => {
      throw new Error(`prisma generate failed for ${service}:\n${error.stderr}`);
    },
  );
  replaceFile(stamp, inputs);
}

mkdirSync(generated, { recursive: true });
await withFileLock(join(generated, ".lock"), async () => {
  await Promise.all(services.map(generate));
  writeMap("migrations", { file: "all.ts" });
  writeMap("names", { suffix: ".names", file: "all.names.ts" });
});
