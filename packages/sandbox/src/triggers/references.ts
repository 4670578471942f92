/** The values that references, `${name:path}`, are resolved against, by name. */
export type Known = Readonly<Record<string, unknown>>;

/** A reference has no value, or one that has no place within a text. */
export class UnknownReference extends Error {
  readonly reference: string;
  constructor(reference: string) {
    super(`\${${reference}} refers to nothing`);
    this.reference = reference;
  }
}

const reference = /\$\{([\w-]+):([\w.-]+)\}/g;
const whole = /^\$\{([\w-]+):([\w.-]+)\}$/;

/** A call with its references replaced; within its path they are encoded, so that each stays one segment. */
export const resolveCall = <Call extends { path: string }>(call: Call, known: Known): Call => ({
  // References stand for values, which the API checks.
  ...(resolve(call, known) as Call),
  path: withReferences(call.path, (name, path) => encodeURIComponent(textOf(name, path, known))),
});

/** The value with its references replaced. A text that is one reference becomes the value itself. */
export function resolve(value: unknown, known: Known): unknown {
  if (typeof value === "string") return resolvedText(value, known);
  if (Array.isArray(value)) return value.map((element) => resolve(element, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, resolve(field, known)]));
}

function resolvedText(text: string, known: Known): unknown {
  const [, name, path] = whole.exec(text) ?? [];
  if (name !== undefined && path !== undefined) return referredValue(name, path, known);
  return withReferences(text, (name, path) => textOf(name, path, known));
}

const withReferences = (text: string, valueFor: (name: string, path: string) => string): string =>
  text.replaceAll(reference, (_, name: string, path: string) => valueFor(name, path));

function textOf(name: string, path: string, known: Known): string {
  const value = referredValue(name, path, known);
  if (typeof value === "object") throw new UnknownReference(`${name}:${path}`);
  return String(value);
}

function referredValue(name: string, path: string, known: Known): unknown {
  let value: unknown = ownField(known, name);
  for (const key of path.split(".")) value = ownField(value, key);
  if (value === undefined) throw new UnknownReference(`${name}:${path}`);
  return value;
}

function ownField(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
