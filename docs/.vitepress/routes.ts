import { globSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { groups } from "./pages.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

const notOurs = new Set(["node_modules", "dist", ".data", ".git", ".turbo"]);

/** Every Markdown file of the repository. */
const files = globSync("**/*.md", {
  cwd: root,
  exclude: (path) => notOurs.has(path.split("/").at(-1) ?? ""),
});

const listed = new Set(groups.flatMap(({ pages }) => pages.map(([, file]) => file)));
const isPage = (file: string): boolean =>
  listed.has(file) || file === "docs/index.md" || file.startsWith("docs/adr/");

/** The path of a page on the site: that of its file, without the folders that a reader does not know. */
function targetOf(file: string): string {
  const special: Record<string, string> = { "SECURITY.md": "security-policy.md" };
  const path = special[file] ?? file.replace(/^docs\//, "").toLowerCase();
  if (path === "adr/readme.md") return "adr/index.md";
  return path.replace(/^apps\//, "services/").replace(/\/readme\.md$/, ".md");
}

/** The file of each page with its path on the site. */
export const targets: ReadonlyMap<string, string> = new Map(
  files.filter(isPage).map((file) => [file, targetOf(file)]),
);

export const notPages: readonly string[] = files.filter((file) => !isPage(file));

/** The address of a page below the site's. */
export const routeOf = (target: string): string => `/${target.replace(/(^|\/)index\.md$|\.md$/, "$1")}`;

const repository = "https://github.com/marketplace-api/marketplace-api/blob/main/";

/** A link of a file as a link of the site: to a page, or to the file in the repository. */
export function linkOf(href: string, file: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = "", fragment] = href.split("#");
  const linked = join(dirname(file), path);
  const target = targets.get(linked) ?? targets.get(join(linked, "README.md"));
  const anchor = fragment === undefined ? "" : `#${fragment}`;
  return `${target === undefined ? repository + linked : routeOf(target)}${anchor}`;
}
