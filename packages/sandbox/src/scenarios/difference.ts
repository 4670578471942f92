/**
 * What is different between a value and what is expected of it at least, in words; `undefined` when nothing
 * is. Objects may have more fields than expected. Each expected element of a list is equal to some element.
 */
export function differenceOf(expected: unknown, actual: unknown, path = "body"): string | undefined {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${path} is no list`;
    const missing = expected.find((each) => actual.every((one) => differenceOf(each, one) !== undefined));
    return missing === undefined ? undefined : `${path} has no ${JSON.stringify(missing)}`;
  }
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null) return `${path} is no object`;
    for (const [name, value] of Object.entries(expected)) {
      const found = differenceOf(value, (actual as Record<string, unknown>)[name], `${path}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (Object.is(expected, actual)) return undefined;
  return `${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;
}
