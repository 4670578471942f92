export {
  MarketplaceContainer,
  type SandboxFile,
  StartedMarketplaceContainer,
} from "./marketplace-container.ts";
