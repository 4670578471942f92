/** What references can name. */
export type Known = Readonly<Record<string, unknown>>;

/** A text refers to something that is not there. */
export class UnknownReference extends Error {
  readonly reference: string;
  constructor(reference: string) {
    super(`\${${reference}} refers to nothing`);
    this.reference = reference;
  }
}

const reference = /\$\{([\w-]+):([\w.-]+)\}/g;
const whole = /^\$\{([\w-]+):([\w.-]+)\}$/;

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
  return text.replaceAll(reference, (_, of: string, at: string) => String(referredValue(of, at, known)));
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
