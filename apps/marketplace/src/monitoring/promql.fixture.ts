/** What a query names. */
export interface QueryNames {
  /** Metrics with the labels by which their series are chosen. */
  selected: { metric: string; labels: string[] }[];
  /** Labels by which results are grouped. */
  grouped: string[];
}

const words = new Set(["by", "without", "on", "ignoring", "and", "or", "unless"]);

/**
 * The names in a query of the form our dashboard keeps to: every metric is followed by braces. Throws for a name that is
 * neither a metric with braces, nor a function, nor a label to group by.
 */
export function namesIn(query: string): QueryNames {
  const grouped: string[] = [];
  const selected: QueryNames["selected"] = [];
  const rest = query
    .replaceAll(/\bby \(([^)]*)\)/g, (_, labels: string) => {
      grouped.push(...labels.split(",").map((label) => label.trim()));
      return "";
    })
    .replaceAll(/([a-z_]\w*)\{([^}]*)\}(\[[^\]]*\])?/g, (_, metric: string, matchers: string) => {
      const labels = [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"[^"]*"/g)].map(([, label = ""]) => label);
      selected.push({ metric, labels });
      return "";
    });
  for (const [, name = ""] of rest.matchAll(/([a-z_]\w*)\b(?!\s*\()/g))
    if (!words.has(name)) throw new Error(`${name} in ${query} is no metric with braces`);
  return { selected, grouped };
}
