export { createOutbox, type OccurredEvent, type Outbox } from "./outbox.ts";
export { outboxLag } from "./outbox-lag.ts";
export { publishRecorded, type Relay, startRelay } from "./relay.ts";
export { serviceVitals, vitalsWith } from "./service-vitals.ts";
