import type { Metrics } from "./metrics.ts";

/** Measures the calls of an object's asynchronous functions, as operations `<name>.<function>`. */
export function observedMethods<T extends object>(name: string, target: T, metrics: Metrics): T {
  const entries = Object.entries(target).map(([key, value]) => {
    const observed =
      typeof value === "function" ? measured(`${name}.${key}`, value.bind(target), metrics) : value;
    return [key, observed] as const;
  });
  // Every function is replaced by one of the same type.
  return Object.fromEntries(entries) as T;
}

type Call = (...args: unknown[]) => unknown;

function measured(operation: string, call: Call, metrics: Metrics): Call {
  return (...args) => {
    const startedAt = performance.now();
    const ended = (outcome: "ok" | "error") =>
      metrics.operation(operation, { outcome, seconds: (performance.now() - startedAt) / 1_000 });
    const result = call(...args);
    if (result instanceof Promise)
      result.then(
        () => ended("ok"),
        () => ended("error"),
      );
    return result;
  };
}
