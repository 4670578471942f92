import { describe, expect, it } from "vitest";
import { observedMethods, silentTelemetry, startTelemetry } from "./index.ts";

const telemetry = await startTelemetry("process", {});
const lines = async () => ((await telemetry.exposition?.())?.text ?? "").split("\n");
const told = async (series: string) =>
  (await lines()).find((line) => line.startsWith(`${series} `))?.slice(series.length + 1);

describe("metrics", () => {
  it("know a few methods only, whatever clients invent", async () => {
    const { metrics } = telemetry.of("a");
    for (const method of ["PROPFIND", "M-SEARCH"])
      metrics.answered({ method, route: "unknown", status: 404, seconds: 0.001 });
    const series =
      'http_request_duration_seconds_count{service="a",method="other",route="unknown",status="404"}';
    expect(await told(series)).toBe("2");
  });

  it("tell of pools and outboxes what holds when they are asked", async () => {
    const { metrics } = telemetry.of("b");
    const pool = { totalCount: 3, idleCount: 1, waitingCount: 0, options: { max: 10 } };
    let lag = { count: 2, oldestSeconds: 1.5 };
    metrics.watchPool(pool);
    metrics.watchOutbox(async () => lag);
    expect(await told('db_pool_connections{service="b",database="home",state="busy"}')).toBe("2");
    expect(await told('outbox_oldest_event_age_seconds{service="b",database="home"}')).toBe("1.5");
    pool.waitingCount = 4;
    lag = { count: 0, oldestSeconds: 0 };
    expect(await told('db_pool_waiting_requests{service="b",database="home"}')).toBe("4");
    expect(await told('outbox_waiting_events{service="b",database="home"}')).toBe("0");
  });

  it("tell how far a search index is", async () => {
    const { metrics } = telemetry.of("s");
    metrics.watchSearchIndex(() => ({ items: 7, lagSeconds: 0.5, builds: 1, failedSaves: 2 }));
    expect(await told('search_index_items{service="s"}')).toBe("7");
    expect(await told('search_index_lag_seconds{service="s"}')).toBe("0.5");
    expect(await told('search_index_builds{service="s"}')).toBe("1");
    expect(await told('search_index_failed_saves{service="s"}')).toBe("2");
  });

  it("leave out what cannot be asked, and nothing else", async () => {
    const { metrics } = telemetry.of("c");
    let reachable = true;
    metrics.watchOutbox(async () => {
      if (!reachable) throw new Error("down");
      return { count: 7, oldestSeconds: 9 };
    });
    metrics.watchDeliveries(async () => {
      if (!reachable) throw new Error("down");
      return { due: 1, later: 2, missed: 3 };
    });
    expect(await told('outbox_waiting_events{service="c",database="home"}')).toBe("7");
    expect(await told('notification_deliveries_waiting{service="c",state="missed"}')).toBe("3");
    expect(await told('db_reachable{service="c",database="home"}')).toBe("1");
    reachable = false;
    expect(await told('outbox_waiting_events{service="c",database="home"}')).toBeUndefined();
    expect(await told('notification_deliveries_waiting{service="c",state="missed"}')).toBeUndefined();
    expect(await told('db_reachable{service="c",database="home"}')).toBe("0");
    expect(await told('http_requests_in_flight{service="c"}')).toBe("0");
  });

  it("tell whether the database of deliveries answers, in a service without an outbox", async () => {
    const { metrics } = telemetry.of("g");
    let read = async (): Promise<Record<string, number>> => ({ due: 0 });
    metrics.watchDeliveries(() => read());
    expect(await told('db_reachable{service="g",database="home"}')).toBe("1");
    read = () => Promise.reject(new Error("down"));
    expect(await told('db_reachable{service="g",database="home"}')).toBe("0");
  });

  it("tell of each site's database by itself, and no more of one that has left", async () => {
    const { metrics } = telemetry.of("e");
    const pool = { totalCount: 2, idleCount: 2, waitingCount: 1, options: { max: 5 } };
    const outbox = async () => ({ count: 4, oldestSeconds: 3 });
    const down = async () => {
      throw new Error("down");
    };
    const sites = new Map([
      ["MLA", { pool, outbox }],
      ["MLB", { pool, outbox: down }],
    ]);
    metrics.watchSites(() => sites);
    expect(await told('db_pool_max_connections{service="e",database="MLA"}')).toBe("5");
    expect(await told('outbox_oldest_event_age_seconds{service="e",database="MLA"}')).toBe("3");
    expect(await told('db_reachable{service="e",database="MLA"}')).toBe("1");
    expect(await told('db_reachable{service="e",database="MLB"}')).toBe("0");
    expect(await told('outbox_waiting_events{service="e",database="MLB"}')).toBeUndefined();
    expect(await told('db_pool_waiting_requests{service="e",database="MLB"}')).toBe("1");
    sites.delete("MLA");
    const left = (await lines()).filter((line) => line.includes('service="e"') && line.includes("MLA"));
    expect(left).toEqual([]);
  });

  it("tell how far a read replica is behind, while that is known", async () => {
    const { metrics } = telemetry.of("f");
    let behind = async () => 12.5;
    metrics.watchReplica(() => behind());
    expect(await told('db_replica_lag_seconds{service="f"}')).toBe("12.5");
    behind = () => Promise.reject(new Error("away"));
    expect(await told('db_replica_lag_seconds{service="f"}')).toBeUndefined();
  });

  it("count looks into caches, reads by where they went, bytes, and operations by how they ended", async () => {
    const { metrics } = telemetry.of("d");
    const { hit, miss } = metrics.cache("tokens");
    hit.inc();
    hit.inc();
    miss.inc();
    metrics.replicaRead("lagging");
    metrics.rateLimitCheck("local");
    const put = { operation: "put", driver: "file", outcome: "ok", seconds: 0.1 } as const;
    metrics.objectStore({ ...put, bytes: 1_000 });
    const faulty = observedMethods(
      "search",
      { match: async (fails: boolean) => (fails ? Promise.reject(new Error("no")) : 1), name: "x" },
      metrics,
    );
    expect(await faulty.match(false)).toBe(1);
    await expect(faulty.match(true)).rejects.toThrow("no");
    expect(await told('cache_requests_total{service="d",cache="tokens",result="hit"}')).toBe("2");
    expect(await told('db_replica_reads_total{service="d",went="lagging"}')).toBe("1");
    expect(await told('rate_limit_checks_total{service="d",counted="local"}')).toBe("1");
    expect(await told('object_store_bytes_total{service="d",operation="put",driver="file"}')).toBe("1000");
    for (const outcome of ["ok", "error"]) {
      const labels = `service="d",operation="search.match",outcome="${outcome}"`;
      expect(await told(`operation_duration_seconds_count{${labels}}`)).toBe("1");
    }
  });

  it("are not kept where nobody can read them", async () => {
    const silent = await startTelemetry("process", {}, { measured: false });
    expect([silent.exposition, silent.of("a").exposition]).toEqual([undefined, undefined]);
    expect(silent.of("a").metrics).toBe(silentTelemetry().metrics);
  });
});
