export { type Cache, type CacheOptions, createCache } from "./cache.ts";
export { createSingleFlight, type SingleFlight } from "./single-flight.ts";
