export { type Cache, createCache } from "./cache.ts";
export { createSingleFlight } from "./single-flight.ts";
