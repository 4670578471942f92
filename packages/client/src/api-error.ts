/** An answer other than success, thrown by the iterators, which have no place for `{ error }`. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** The machine-readable code, such as `not_found`; undefined when the body is none of the product's. */
  readonly error: string | undefined;
  /** The error body as it came. */
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    const field = (name: string): unknown =>
      typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
    super(String(field("message") ?? `The server answered ${status}`));
    this.status = status;
    this.error = typeof field("error") === "string" ? String(field("error")) : undefined;
    this.body = body;
  }
}

/** More elements match than limit and offset can reach; those beyond are read with `scan`. */
export class WindowExceeded extends Error {
  override name = "WindowExceeded";
  readonly total: number;
  constructor(total: number, window: number) {
    super(`${total} elements match, ${window} can be paged: read the rest with scan`);
    this.total = total;
  }
}
