/** Sets series at each scrape. */
export type Watch = () => void | Promise<void>;

/** A scrape neither waits for a database that is down nor fails with it: it leaves the series out. */
export async function withinSecond<T>(read: () => Promise<T>): Promise<T | undefined> {
  const deadline = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => deadline.resolve(undefined), 1_000);
  const attempt = read().catch(() => undefined);
  return Promise.race([attempt, deadline.promise]).finally(() => clearTimeout(timer));
}
