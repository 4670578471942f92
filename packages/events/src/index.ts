export { createOutbox, type OccurredEvent, type Outbox } from "./outbox.ts";
export { outboxLag } from "./outbox-lag.ts";
export { type Relay, type RelayOptions, startRelay } from "./relay.ts";
