#!/usr/bin/env node
// `pnpm supply-chain`: checks what ships. Prints licenses and known vulnerabilities, writes the bill of
// materials, and exits with 1 when something is not allowed. To allow a vulnerability that does not concern
// us, add it with the reason to `auditConfig.ignoreGhsas` in pnpm-workspace.yaml.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { packageManager } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
const bill = "dist/sbom.cdx.json";

// Permissive licenses. Packages that only build or test the product may also have weak copyleft.
const permissive = new Set(
  "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 Python-2.0 Unlicense Zlib".split(
    " ",
  ),
);
const forTools = new Set([...permissive, "CC-BY-4.0", "EPL-2.0", "MPL-2.0"]);

// Packages whose license stands in their readme alone, as read there.
const declared = new Map([["pause", "MIT"]]);

// Shared libraries under the LGPL, used as they are: an operator may put their own build in their place.
const sharedLibraries = /^@img\/sharp-libvips-/;

const notShipped = ["testkit", "acceptance", "bench", "example-vitest"];

function pnpm(...words) {
  const options = { cwd: root, maxBuffer: 64 * 2 ** 20 };
  return new Promise((resolve) => {
    execFile("npx", ["-y", packageManager, ...words], options, (error, stdout, stderr) => {
      resolve({ failed: error !== null, stdout, said: `${stdout}${stderr}` });
    });
  });
}

/** `MIT OR Apache-2.0` needs one allowed license, `MIT and ISC` all. */
function mayShip(expression, allowed) {
  const words = expression.replace(/[()]/g, "").trim();
  if (/ or /i.test(words)) return words.split(/ or /i).some((part) => mayShip(part, allowed));
  return words.split(/ and /i).every((name) => allowed.has(name.trim()));
}

/** What pnpm found in a package, or what is declared for it above. */
function licenseOf(name, found) {
  return found === "Unknown" && declared.has(name) ? declared.get(name) : found;
}

const isSharedLibrary = (name, license) => sharedLibraries.test(name) && license.startsWith("LGPL-");

async function licensesOf(scope, allowed) {
  const { stdout, failed, said } = await pnpm(...scope, "licenses", "list", "--json");
  if (failed) throw new Error(`licenses cannot be listed: ${said}`);
  const groups = Object.entries(JSON.parse(stdout));
  return {
    packages: groups.reduce((sum, [, packages]) => sum + packages.length, 0),
    refused: groups
      .flatMap(([license, packages]) => packages.map(({ name }) => [name, license]))
      .filter(
        ([name, license]) => !isSharedLibrary(name, license) && !mayShip(licenseOf(name, license), allowed),
      )
      .map(([name, license]) => `${name}: ${license}`),
  };
}

async function checkLicenses() {
  const shippedOnly = ["--prod", ...notShipped.map((name) => `--filter=!@marketplace/${name}`)];
  const [shipped, tools] = await Promise.all([
    licensesOf(shippedOnly, permissive),
    licensesOf(["-r"], forTools),
  ]);
  const refused = [...new Set([...shipped.refused, ...tools.refused])];
  console.log(
    `licenses      ${shipped.packages} packages ship, ${tools.packages} with tools; ${refused.length} not allowed`,
  );
  for (const line of refused) console.log(`              ${line}`);
  return refused.length === 0;
}

async function checkVulnerabilities() {
  const { failed, stdout, said } = await pnpm("audit", "--prod", "--json");
  // A mirror may serve packages without advisories. That proves nothing, so print it.
  if (said.includes("ERR_PNPM_AUDIT")) {
    console.log("advisories    NOT CHECKED: the configured registry does not answer audit requests");
    return true;
  }
  const advisories = Object.values(JSON.parse(stdout).advisories);
  console.log(`advisories    ${advisories.length} known against what ships`);
  for (const { module_name, severity, title, url } of advisories)
    console.log(`              ${module_name} (${severity}): ${title} ${url}`);
  return !failed;
}

async function writeBill() {
  const format = ["--sbom-format", "cyclonedx", "--sbom-type", "application"];
  const { failed, said } = await pnpm("sbom", "--prod", ...format, "--out", bill);
  if (failed) throw new Error(`the bill of materials cannot be written: ${said}`);
  const { components } = JSON.parse(readFileSync(`${root}/${bill}`, "utf8"));
  console.log(`bill          ${components.length} components in ${bill} (CycloneDX)`);
}

const [, ...checks] = await Promise.all([writeBill(), checkLicenses(), checkVulnerabilities()]);
process.exit(checks.every(Boolean) ? 0 : 1);
