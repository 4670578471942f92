import { type Received, startReceiver as startServer } from "../notifications/receiver.ts";

/** An application's callback that records what it acknowledged and can be taken down. */
export interface Receiver {
  url: string;
  /** Distinct events of a resource that were acknowledged. */
  eventsOf(resource: string): number;
  /** Refuses connections from now on. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
}

/** Starts a receiver on a port of its own. */
export async function startReceiver(): Promise<Receiver> {
  const events = new Map<string, Set<string>>();
  const take = ({ body: { _id, resource } }: Received) => {
    events.set(resource, (events.get(resource) ?? new Set()).add(_id));
    return 200;
  };
  let server = await startServer(take);
  const { url } = server;
  return {
    url,
    eventsOf: (resource) => events.get(resource)?.size ?? 0,
    goDown: () => server.close(),
    async comeBack() {
      server = await startServer(take, Number(new URL(url).port));
    },
  };
}
