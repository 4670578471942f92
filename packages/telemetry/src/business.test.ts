import { describe, expect, it } from "vitest";
import { startTelemetry } from "./index.ts";

const telemetry = await startTelemetry("process", {});
const told = async (series: string) =>
  ((await telemetry.exposition?.())?.text ?? "")
    .split("\n")
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

describe("metrics of the business", () => {
  it("count rows at most once a minute, however often they are scraped", async () => {
    const { business } = telemetry.of("a").metrics;
    let asked = 0;
    business.watchUsers(async () => ++asked);
    for (let scrape = 0; scrape < 5; scrape += 1)
      expect(await told('marketplace_users{service="a"}')).toBe("1");
  });

  it("tell apart what questions wait for", async () => {
    telemetry.of("b").metrics.business.watchQuestions(async () => ({ review: 2, answer: 30 }));
    expect(await told('marketplace_questions_waiting{service="b",for="review"}')).toBe("2");
    expect(await told('marketplace_questions_waiting{service="b",for="answer"}')).toBe("30");
  });

  it("are left out while the database is away", async () => {
    const { business } = telemetry.of("c").metrics;
    business.watchUsers(() => Promise.reject(new Error("down")));
    business.watchQuestions(() => Promise.reject(new Error("down")));
    expect(await told('marketplace_users{service="c"}')).toBeUndefined();
    expect(await told('marketplace_questions_waiting{service="c",for="review"}')).toBeUndefined();
  });

  it("add up orders, uploads and deliveries that were given up", async () => {
    const { order, upload, deliveryFailed } = telemetry.of("d").metrics.business;
    order.inc(3);
    upload.inc(2);
    deliveryFailed.inc();
    expect(await told('marketplace_orders_total{service="d"}')).toBe("3");
    expect(await told('marketplace_uploads_total{service="d"}')).toBe("2");
    expect(await told('marketplace_deliveries_failed_total{service="d"}')).toBe("1");
  });

  it("show no orders for a service that has none", async () => {
    expect(await told('marketplace_orders_total{service="a"}')).toBeUndefined();
  });
});
