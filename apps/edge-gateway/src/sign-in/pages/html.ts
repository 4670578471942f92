const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it stands in HTML, attribute values included. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (found) => entities[found] ?? found);

/** Fields of a form that its reader does not see. */
export const hiddenFields = (fields: Iterable<readonly [string, string]>): string =>
  [...fields]
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join("\n");

const style = `
  :root { color-scheme: light dark; }
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 34rem; padding: 2rem 1rem; }
  h1 { font-size: 1.5rem; line-height: 1.25; }
  label { display: block; font-weight: 600; margin-top: 1.5rem; }
  input:not([type=hidden]), select { box-sizing: border-box; font: inherit; margin-top: .25rem; max-width: 100%; padding: .5rem; text-overflow: ellipsis; width: 100%; }
  button { border: 2px solid #1a56db; border-radius: .4rem; cursor: pointer; font: inherit; margin: 1.5rem .5rem 0 0; padding: .6rem 1.4rem; }
  button { background: none; color: inherit; }
  button[value=allow], .main { background: #1a56db; color: #fff; }
  a.main { border: 2px solid #1a56db; border-radius: .4rem; display: inline-block; margin: 1.5rem .5rem 0 0; padding: .6rem 1.4rem; text-decoration: none; }
  :focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
  dt { font-weight: 600; margin-top: .75rem; }
  dd { margin: 0; }
  code { overflow-wrap: anywhere; user-select: all; }
  pre { white-space: pre-wrap; }
  [role=alert] { border-left: .3rem solid #b91c1c; padding: .25rem 1rem; }
`;

/** A whole page that needs no script and loads nothing but its icon. */
export function page(title: string, main: string): Buffer {
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.ico">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${main}
</main>
</body>
</html>
`);
}
