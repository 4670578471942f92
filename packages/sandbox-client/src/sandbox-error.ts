/** One of the things that are wrong with a request. */
export interface Cause {
  code: string;
  message: string;
  references?: string[];
}

interface ErrorBody {
  message?: unknown;
  error?: unknown;
  cause?: unknown;
}

/** The lab refused a request. The message has that of the answer and all its causes. */
export class SandboxError extends Error {
  override name = "SandboxError";
  readonly status: number;
  /** The machine-readable code, such as `not_found`; undefined when the body is none of the product's. */
  readonly error: string | undefined;
  readonly causes: readonly Cause[];

  constructor(asked: string, status: number, body: string) {
    const { message, error, cause } = parsed(body);
    const causes = Array.isArray(cause) ? (cause as Cause[]) : [];
    const reasons = causes.map((one) => `\n  - ${one.message}`).join("");
    super(`${asked} was answered ${status}: ${String(message ?? body.slice(0, 200))}${reasons}`);
    this.status = status;
    this.error = typeof error === "string" ? error : undefined;
    this.causes = causes;
  }
}

function parsed(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}
