// Types of autocannon, which ships none, as far as this folder uses it.
declare module "autocannon" {
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests of all connections together, in place of a duration. */
    amount?: number;
    pipelining: number;
    /** Seconds. */
    timeout: number;
    requests: readonly Request[];
    setupClient?: (client: Client) => void;
  }
  interface Request {
    method: string;
    path: string;
    headers: Readonly<Record<string, string>>;
    body?: string;
  }
  export interface Client {
    setRequests(requests: readonly Request[]): void;
    on(event: "response", listener: (status: number, bytes: number, milliseconds: number) => void): void;
  }
  interface Result {
    "2xx": number;
    non2xx: number;
    errors: number;
    timeouts: number;
    /** Seconds. */
    duration: number;
  }
  // biome-ignore lint/style/noDefaultExport: it is how autocannon exports itself
  export default function autocannon(options: Options): Promise<Result>;
}
