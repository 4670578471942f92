export { type Cache, type CacheOptions, createCache } from "./cache.ts";
export { createSingleFlight } from "./single-flight.ts";
