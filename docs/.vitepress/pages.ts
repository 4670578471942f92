/** A group of the sidebar: titles with the file of the repository that is the page. */
export interface Group {
  text: string;
  pages: readonly (readonly [title: string, file: string])[];
}

/** What the site is made of, in the order of its sidebar. Files stay where they are, and none is copied. */
export const groups: readonly Group[] = [
  {
    text: "Getting started",
    pages: [
      ["Integrators", "docs/start/integrator.md"],
      ["Operators", "docs/start/operator.md"],
      ["Running it", "docs/start/running.md"],
      ["Five minutes", "docs/start/five-minutes.md"],
      ["Contributors", "CONTRIBUTING.md"],
    ],
  },
  {
    text: "Areas",
    pages: [
      ["Conventions", "docs/areas/conventions.md"],
      ["Users, applications and tokens", "docs/areas/users-and-tokens.md"],
      ["Categories and search", "docs/areas/categories-and-search.md"],
      ["Items", "docs/areas/items.md"],
      ["Questions and answers", "docs/areas/questions.md"],
      ["Orders and messages", "docs/areas/orders-and-messages.md"],
      ["Invoices", "docs/areas/invoices.md"],
      ["Flex and shipments", "docs/areas/flex.md"],
      ["Notifications", "docs/areas/notifications.md"],
      ["Errors", "docs/errors.md"],
    ],
  },
  {
    text: "Tests and tools",
    pages: [
      ["Sandbox", "docs/sandbox.md"],
      ["Record and compare", "docs/record-and-compare.md"],
      ["Assistants (MCP)", "docs/mcp.md"],
      ["Console", "docs/console.md"],
      ["Command-line tool", "docs/command-line.md"],
      ["Client for TypeScript", "packages/client/README.md"],
      ["Sandbox for tests", "packages/sandbox-client/README.md"],
      ["Container for tests", "packages/testcontainers/README.md"],
      ["Examples", "examples/README.md"],
      ["Works with", "docs/works-with.md"],
    ],
  },
  {
    text: "Operating",
    pages: [
      ["Deploying", "docs/deploy.md"],
      ["Replicas", "docs/replicas.md"],
      ["Scaling", "docs/scaling.md"],
      ["Reliability", "docs/reliability.md"],
      ["Security", "docs/security.md"],
      ["Security policy", "SECURITY.md"],
      ["Backup and restore", "docs/backup-and-restore.md"],
      ["Upgrading", "docs/upgrade.md"],
      ["Runbook", "docs/runbook.md"],
      ["Metrics and traces", "packages/telemetry/README.md"],
      ["Packages", "docs/packages.md"],
    ],
  },
  {
    text: "Architecture",
    pages: [
      ["Overview", "ARCHITECTURE.md"],
      ["Glossary", "docs/glossary.md"],
      ["Decisions", "docs/adr/README.md"],
      ["edge-gateway", "apps/edge-gateway/README.md"],
      ["catalog-service", "apps/catalog-service/README.md"],
      ["questions-service", "apps/questions-service/README.md"],
      ["orders-service", "apps/orders-service/README.md"],
      ["invoices-service", "apps/invoices-service/README.md"],
      ["flex-service", "apps/flex-service/README.md"],
      ["The kit of conventions", "packages/conventions/README.md"],
      ["Databases", "packages/database/README.md"],
      ["Measurements", "bench/README.md"],
    ],
  },
  { text: "Changes", pages: [["Changelog", "CHANGELOG.md"]] },
];
