import { escaped } from "../../sign-in/pages/html.ts";

interface Linked {
  name: string;
  title: string;
  path: string;
}

const linkOf = ({ name, title, path }: Linked): string =>
  `<a href="/docs?document=${encodeURIComponent(name)}" data-document="${escaped(path)}">${escaped(title)}</a>`;

/** Links to the documents, when this API's is not the only one. */
const linksTo = (documents: readonly Linked[]): string =>
  documents.length === 0
    ? ""
    : `<nav><a href="/docs">Marketplace API</a> | ${documents.map(linkOf).join(" | ")}</nav>\n`;

/** The interactive page; everything it loads comes from this address. */
export const docsPage = (documents: readonly Linked[]): Buffer =>
  Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Marketplace API</title>
<link rel="icon" type="image/svg+xml" href="/favicon.ico">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
${linksTo(documents)}<div id="docs"><noscript>This page needs JavaScript; <a href="/openapi.json">the document it shows</a> does not.</noscript></div>
<script src="/docs/swagger-ui.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`);

/**
 * Starts the page, all resources collapsed. Its filter looks at paths, summaries and ids as well as at the
 * names of resources, in any case, and opens what it finds. There is no validator: that would be a third
 * party's.
 */
export const startScript =
  Buffer.from(`const phraseOf = (filter) => (typeof filter === "string" ? filter.trim().toLowerCase() : "");
const says = (phrase, ...texts) => texts.some((text) => String(text ?? "").toLowerCase().includes(phrase));
const matches = (phrase, operation) =>
  says(phrase, operation.get("path"), operation.getIn(["operation", "summary"]), operation.getIn(["operation", "operationId"]));

const filterPlugin = {
  fn: {
    opsFilter(resources, filter) {
      const phrase = phraseOf(filter);
      return resources
        .map((resource, name) =>
          says(phrase, name, resource.getIn(["tagDetails", "description"]))
            ? resource
            : resource.update("operations", (operations) => operations.filter((one) => matches(phrase, one))),
        )
        .filter((resource) => resource.get("operations").size > 0);
    },
  },
  statePlugins: {
    layout: {
      wrapActions: {
        updateFilter: (original, system) => (filter) => {
          const action = original(filter);
          const all = system.specSelectors.taggedOperations();
          const found = system.fn.opsFilter(all, filter);
          for (const name of all.keys()) open(system, name, phraseOf(filter) !== "" && found.has(name));
          return action;
        },
      },
    },
  },
};

// From 150 lines on, the page's own list draws only what is in sight, so that the browser's search misses the
// rest. One list for each resource stays below that.
const wholeListPlugin = ({ React: { createElement } }) => ({
  wrapComponents: {
    operations: (List) => (props) => {
      const all = props.specSelectors.taggedOperations();
      if (all.size === 0) return createElement(List, props);
      return all.keySeq().toArray().map((name) => {
        const taggedOperations = () => all.filter((_, each) => each === name);
        return createElement(List, { ...props, key: name, specSelectors: { ...props.specSelectors, taggedOperations } });
      });
    },
  },
});

// Not by the page's own action, which would name each resource in the address.
const open = (system, name, shown) =>
  system.getStore().dispatch({ type: "layout_show", payload: { thing: ["operations-tag", name], shown } });

const chosen = [...document.querySelectorAll("nav a")].find(({ search }) => search === location.search);

window.ui = SwaggerUIBundle({
  url: chosen?.dataset.document ?? "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  persistAuthorization: true,
  plugins: [filterPlugin, wholeListPlugin],
  tryItOutEnabled: true,
  validatorUrl: null,
});
`);

/** What the page may load and call: its own address, and the one the document names. */
export const docsPolicy = (baseUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
