import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const least = { DATABASE_URL: "postgres://localhost/invoices", INTERNAL_SECRET: "0123456789abcdef" };

describe("the configuration", () => {
  it("keeps files and e-mails below DATA_DIR unless told otherwise", () => {
    const config = readConfig({ ...least, DATA_DIR: "/srv/data", SMTP_URL: "" });
    expect(config.store).toEqual({ driver: "file", root: "/srv/data/objects" });
    expect([config.mailDir, config.smtpUrl]).toEqual(["/srv/data/mail", undefined]);
  });

  it("takes an S3 store with its credentials", () => {
    const s3 = { S3_ENDPOINT: "http://store:9000", S3_ACCESS_KEY: "key", S3_SECRET_KEY: "secret" };
    expect(readConfig({ ...least, ...s3, OBJECT_STORE: "s3" }).store).toEqual({
      driver: "s3",
      endpoint: "http://store:9000",
      accessKey: "key",
      secretKey: "secret",
      region: "us-east-1",
      bucket: "fiscal-documents",
      pathStyle: true,
    });
  });

  it("lists everything that is wrong with it", () => {
    const bad = () => readConfig({ ...least, OBJECT_STORE: "s3", SWEEP_GRACE_SECONDS: "60" });
    expect(bad).toThrow(/SWEEP_GRACE_SECONDS.*S3_ENDPOINT.*S3_ACCESS_KEY.*S3_SECRET_KEY/);
    expect(() => readConfig({ SMTP_URL: "http://x" })).toThrow(/DATABASE_URL.*INTERNAL_SECRET.*SMTP_URL/);
  });
});
