/** As deep as lines are indented: a body of brackets alone would be gigabytes. */
const deepest = 40;
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * A text that is JSON, written for people; any other text as it is. Only the space between its parts is
 * changed: numbers, and names that come twice, are as they were sent.
 */
export function pretty(text: string): string {
  if (!isJson(text)) return text;
  let depth = 0;
  let before = "";
  const parts: string[] = [];
  const breakLine = () => parts.push(`\n${"  ".repeat(Math.min(depth, deepest))}`);
  for (const [token] of text.matchAll(tokens)) {
    const isEnd = token === "}" || token === "]";
    const isAfterBegin = before === "{" || before === "[";
    if (isEnd) depth -= 1;
    if (before === "," || isAfterBegin !== isEnd) breakLine();
    parts.push(token === ":" ? ": " : token);
    if (token === "{" || token === "[") depth += 1;
    before = token;
  }
  return parts.join("");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
