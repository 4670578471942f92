import { createInstruments } from "@marketplace/telemetry";

/** All instruments of a process. */
export const metrics = createInstruments("test").registry.getMetricsAsArray();

/** All series of a process with their labels, from the registry of running code. */
export function registeredSeries(): Map<string, Set<string>> {
  const series = new Map<string, Set<string>>();
  for (const { name, type, labelNames } of metrics as unknown as Registered[]) {
    // The metrics of the process get this label by default.
    const labels = [...labelNames, "service"];
    series.set(name, new Set(labels));
    if (String(type) !== "histogram") continue;
    series.set(`${name}_bucket`, new Set([...labels, "le"]));
    for (const suffix of ["_count", "_sum"]) series.set(`${name}${suffix}`, new Set(labels));
  }
  return series;
}

interface Registered {
  name: string;
  type: string;
  /** Missing in the library's types, but present on each metric. */
  labelNames: string[];
}
