const replacements: Record<string, string> = {
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
  "<": "\\u003c",
  // As a plain name in a script this sets the prototype; as a computed name it is a field, as in JSON.
  '"__proto__":': '["__proto__"]:',
};

/** A JSON text as an expression that is safe inside a script. */
const scriptSafe = (json: string): string =>
  json.replace(/[\u2028\u2029<]|(?<=[{,])"__proto__":/g, (found) => replacements[found] ?? found);

/** The body of a JSONP answer: one call with `[status, headers, body]`. An empty body becomes `null`. */
export function jsonpBody(
  callback: string,
  answer: { status: number; headers: Record<string, string[]>; json: string },
): string {
  const headers = JSON.stringify(answer.headers);
  return `/**/${callback}([${answer.status}, ${scriptSafe(headers)}, ${scriptSafe(answer.json || "null")}]);`;
}

export const jsonpContentType = "text/javascript; charset=utf-8";
