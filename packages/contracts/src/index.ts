export { countryName, streetOf } from "./address.ts";
export { type CatalogRpc, catalogContract, ItemSummary, VariationSummary } from "./catalog.ts";
export { localClient, remoteClient, ServiceUnavailable } from "./client.ts";
export type { Contract, Implementation } from "./contract.ts";
export { askEachReplica, type ReplicaAnswer } from "./each-replica.ts";
export { findItems } from "./find-items.ts";
export { type FlexRpc, flexContract, ShippedItem, shipmentOutcomes } from "./flex.ts";
export {
  type GatewayRpc,
  gatewayContract,
  type IdentityRpc,
  looksLikeAccessToken,
  MarketplaceEvent,
  type NotificationsRpc,
  UserAddress,
  UserProfile,
} from "./identity.ts";
export { internalApp } from "./internal-app.ts";
export { type InvoicesRpc, invoicesContract } from "./invoices.ts";
export { RoundRobinDispatcher, type SpreadOptions } from "./load-balancing/round-robin-dispatcher.ts";
export { type OrdersRpc, ordersContract, PackSummary, ShipmentState, UserTrades } from "./orders.ts";
export { isParty, type Parties } from "./parties.ts";
export { type QuestionsRpc, questionsContract } from "./questions.ts";
export { routerOf, rpcEndpoint } from "./server.ts";
export { substatusesOfShipments } from "./shipment-statuses.ts";
export {
  remoteDueWork,
  routerWithTestControls,
  type TestControlsRpc,
  testControlsContract,
} from "./test-controls.ts";
export { timeZones } from "./time-zones.ts";
export { processVitals, Vitals } from "./vitals.ts";
