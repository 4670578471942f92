export interface Address {
  /** For the driver, which does not know our parameter. */
  readonly connectionString: string;
  /** A pooler such as PgBouncer gives every transaction another session: nothing may be kept in one. */
  readonly pooled: boolean;
}

/** Whether a text is an address of Postgres. */
export const isDatabaseAddress = (text: string): boolean =>
  /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text);

/** Reads the address of a database; its parameter `pooler` must be `transaction` if there is one. */
export function addressOf(url: string): Address {
  const [address = "", query = ""] = url.split("?", 2);
  const parameters = new URLSearchParams(query);
  const mode = parameters.get("pooler");
  if (mode === null) return { connectionString: url, pooled: false };
  if (mode !== "transaction") throw new Error("pooler=transaction is the only pooler that is supported");
  parameters.delete("pooler");
  const rest = parameters.size > 0 ? `?${parameters}` : "";
  return { connectionString: `${address}${rest}`, pooled: true };
}
