/**
 * US dollars a month. They are round figures of the order of large clouds' list prices for machines without a
 * long contract, not an offer of anybody: put in yours.
 */
export const prices = {
  core: { value: 25, unit: "core" },
  memoryGB: { value: 3, unit: "GB of memory" },
  ssdGB: { value: 0.1, unit: "GB of SSD" },
  objectGB: { value: 0.02, unit: "GB in an object store" },
  sentGB: { value: 0.05, unit: "GB sent to clients" },
} as const;
