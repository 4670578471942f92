import { drawsFrom } from "./draws.ts";
import type { Fault } from "./fault-rules.ts";
import { FaultRule } from "./faults.schema.ts";

/** How the parts of the header become an effect. */
const parts: Readonly<Record<string, (value: string) => object>> = {
  status: (value) => ({ status: Number(value) }),
  error: (value) => ({ error: value }),
  "retry-after": (value) => ({ retry_after: Number(value) }),
  delay: (value) => ({ delay: { type: "fixed", ms: Number(value) } }),
  reset: (value) => ({ reset: value === "" || value === "true" }),
  truncate: (value) => ({ truncate: Number(value) }),
  malformed: (value) => ({ malformed: value === "" || value === "true" }),
};

/**
 * The fault that a request asks for by `X-Sandbox-Fault`: parts `name=value` with `;` between them, such as
 * `status=429;retry-after=2`, `delay=1500` in milliseconds, `reset`, `truncate=0.5`, `malformed`. `undefined`
 * when it asks for none that exists.
 */
export function requestedFault(header: string): Fault | undefined {
  const effect: object = {};
  for (const part of header.split(";")) {
    const [name = "", value = ""] = part.split("=", 2).map((text) => text.trim());
    const read = Object.hasOwn(parts, name.toLowerCase()) ? parts[name.toLowerCase()] : undefined;
    if (!read) return undefined;
    Object.assign(effect, read(value));
  }
  const rule = FaultRule.safeParse({ id: "request", target: "api", effect, ttl_seconds: 1 });
  return rule.success ? { id: rule.data.id, effect: rule.data.effect, draw: drawsFrom(0) } : undefined;
}
