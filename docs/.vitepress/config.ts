import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type MarkdownOptions, type UserConfig } from "vitepress";
import { finish } from "./finish.ts";
import { groups } from "./pages.ts";
import { linkOf, notPages, root, routeOf, targets } from "./routes.ts";

type Plugins = NonNullable<NonNullable<UserConfig["vite"]>["plugins"]>;

const here = fileURLToPath(import.meta.url);

/** Pages lie all over the repository, from where Vue would not be found. */
const vueFromHere: Plugins = [
  {
    name: "vue-from-here",
    enforce: "pre",
    resolveId(id, importer, options) {
      if (!/^vue(?:\/|$)/.test(id) || importer === here) return;
      return this.resolve(id, here, { ...options, skipSelf: true });
    },
  },
];

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];

/** Files link to each other by their places in the repository, which are not those of the pages. */
function rewriteLinks(md: Markdown): void {
  md.core.ruler.push("repository-links", ({ tokens, env }) => {
    const file = relative(root, env.realPath ?? env.path);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === "link_open") token.attrSet("href", linkOf(String(token.attrGet("href")), file));
    }
  });
}

const sidebar = groups.map(({ text, pages }) => ({
  text,
  items: pages.flatMap(([title, file]) => {
    const target = targets.get(file);
    return target === undefined ? [] : [{ text: title, link: routeOf(target) }];
  }),
}));

export default defineConfig({
  title: "Marketplace API",
  description: "An open-source, self-hosted marketplace back end with a sandbox",
  base: "/docs/guide/",
  srcDir: "..",
  srcExclude: [...notPages],
  rewrites: Object.fromEntries(targets),
  outDir: "dist",
  cleanUrls: true,
  metaChunk: true,
  // Addresses of a product that runs on the reader's machine.
  ignoreDeadLinks: [/^https?:\/\/(?:localhost|127\.0\.0\.1)/],
  head: [["link", { rel: "icon", type: "image/svg+xml", href: "/favicon.ico" }]],
  markdown: { config: rewriteLinks },
  themeConfig: {
    nav: [
      { text: "Guide", link: "/start/integrator" },
      { text: "Errors", link: "/errors" },
      { text: "API reference", link: "pathname:///docs", target: "_self" },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    footer: { message: "Apache-2.0" },
  },
  vite: { plugins: vueFromHere },
  buildEnd: ({ outDir }) => finish(outDir),
});
