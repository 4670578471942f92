import type { Counter, Histogram } from "prom-client";

export interface Observer {
  observe(seconds: number): void;
}

export interface Count {
  inc(by?: number): void;
}

/** Finds the series of a histogram by its label values; cached, so that a request makes no label object. */
export function seriesOf(histogram: Pick<Histogram, "labels">): (...values: string[]) => Observer {
  return kept((values) => histogram.labels(...values));
}

export function countsOf(counter: Pick<Counter, "labels">): (...values: string[]) => Count {
  return kept((values) => counter.labels(...values));
}

function kept<Series>(make: (values: string[]) => Series): (...values: string[]) => Series {
  const known = new Map<string, Series>();
  return (...values) => {
    const key = values.join(" ");
    const present = known.get(key);
    if (present) return present;
    const series = make(values);
    known.set(key, series);
    return series;
  };
}
