import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { read } from "./deployment/repository.fixture.ts";

const { license, version } = JSON.parse(read("package.json"));

describe("the repository", () => {
  it("has the text of the license that package.json names, unchanged", () => {
    expect(license).toBe("Apache-2.0");
    // The text of https://www.apache.org/licenses/LICENSE-2.0.txt, whatever blank lines surround it.
    const digest = createHash("sha256").update(read("LICENSE").trim()).digest("hex");
    expect(digest).toBe("283ea6cc2997a1a70da0049e09adf9317bb60ca1b51279b65196b83a69e1996b");
  });

  it("has a changelog of known sections, whose newest release is the version of package.json", () => {
    const [unreleased = "", ...releases] = read("CHANGELOG.md").split(/^## /m).slice(1);
    expect(unreleased).toMatch(/^\[Unreleased\]\n/);
    expect(releases[0]).toMatch(new RegExp(`^\\[${version.replaceAll(".", "\\.")}\\] - `));
    for (const release of releases) expect(release).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d\n/);
    const sections = [...read("CHANGELOG.md").matchAll(/^### (.*)$/gm)].map(([, name]) => name);
    for (const name of sections)
      expect(["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]).toContain(name);
  });
});
