import { AbstractStartedContainer, GenericContainer, type StartedTestContainer, Wait } from "testcontainers";

const image = "ghcr.io/marketplace-api/marketplace-api:0.1";
const port = 8080;

/** The part of `sandbox.json` that every product has; @marketplace-api/sandbox types the rest. */
export interface SandboxFile {
  users: Record<string, { id: number; nickname: string; site_id: string; access_token: string }>;
  fixtures: Record<string, unknown>;
  sandbox: { admin_token: string };
}

/** The product with its sandbox lab and the demo, in a container. */
export class MarketplaceContainer extends GenericContainer {
  constructor(name: string = image) {
    super(name);
    this.withExposedPorts(port).withWaitStrategy(Wait.forHealthCheck()).withStartupTimeout(300_000);
  }

  override async start(): Promise<StartedMarketplaceContainer> {
    const started = await super.start();
    const { output } = await started.exec(["cat", "/data/sandbox.json"]);
    // The product writes it.
    return new StartedMarketplaceContainer(started, JSON.parse(output) as SandboxFile);
  }
}

export class StartedMarketplaceContainer extends AbstractStartedContainer {
  /** Users with tokens, and ids of what the demo holds. */
  readonly document: SandboxFile;

  constructor(started: StartedTestContainer, document: SandboxFile) {
    super(started);
    this.document = document;
  }

  /** Where clients reach it. */
  get url(): string {
    return `http://${this.getHost()}:${this.getMappedPort(port)}`;
  }

  /** For `createSandbox({ url, adminToken })`. */
  get adminToken(): string {
    return this.document.sandbox.admin_token;
  }
}
