/** The interactive page; everything it loads comes from this address. */
export const docsPage = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Marketplace API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"><noscript>This page needs JavaScript; <a href="/openapi.json">the document it shows</a> does not.</noscript></div>
<script src="/docs/swagger-ui.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`);

/** Starts the page without a validator: that would be a third party's. */
export const startScript = Buffer.from(`window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  filter: true,
  persistAuthorization: true,
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
