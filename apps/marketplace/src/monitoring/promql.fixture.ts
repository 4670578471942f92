/** The names in a query. */
export interface QueryNames {
  /** Metrics with the labels of their selectors. */
  selected: { metric: string; labels: string[] }[];
  /** Labels of `by` clauses. */
  grouped: string[];
}

const words = new Set(["by", "without", "on", "ignoring", "and", "or", "unless"]);

/** Names in a query whose metrics all have braces, as on our dashboard; throws for any other name. */
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
  for (const [, name = ""] of rest.replaceAll(/\[[^\]]*\]/g, "").matchAll(/([a-z_]\w*)\b(?!\s*\()/g))
    if (!words.has(name)) throw new Error(`${name} in ${query} is no metric with braces`);
  return { selected, grouped };
}
