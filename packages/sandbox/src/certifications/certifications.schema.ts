import { Paging } from "@marketplace/conventions";
import { z } from "zod";
import { checks } from "./checks.ts";

const ids = checks.map(({ id }) => id);

export const NewCertification = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .describe("Address of the receiver; the product calls it"),
    user: z
      .string()
      .regex(/^\w{1,64}$/)
      .default("seller_mla")
      .describe("The seller for whom the integration acts, by name"),
    only: z.array(z.enum(ids)).min(1).optional().describe("Ids of the checks to make; all when absent"),
    timeout_seconds: z
      .int()
      .min(1)
      .max(300)
      .default(10)
      .describe("How long the integration may take to call the API after a notification"),
  })
  .meta({ id: "NewCertification" });

const CheckView = z
  .object({
    id: z.string().describe("Id of the check"),
    group: z.enum(["receiver", "tokens"]).describe("Whether it is about the receiver or the API's client"),
    title: z.string().describe("What the integration has to do"),
    why: z.string().describe("Why it matters"),
    remedy: z.string().describe("What to do when it fails"),
    status: z
      .enum(["pending", "passed", "failed", "skipped"])
      .describe("How it ended; skipped is what could not be judged"),
    detail: z.string().nullable().describe("What was seen; of a skipped check, how it can be judged"),
    duration_ms: z.int().nullable().describe("How long it took; null before its end"),
  })
  .meta({ id: "CertificationCheck" });

const ClientView = z
  .object({
    base_url: z.string().describe("Address of the API"),
    world: z.string().describe("Id of the world that the credentials lead to"),
    client_id: z.string().describe("The application"),
    client_secret: z.string().describe("Its secret"),
    redirect_uri: z.string().describe("Where users may be sent back to"),
    webhook_secret: z.string().describe("Key of the notifications' signatures: that of sandbox.json"),
    user_id: z.int().describe("The user"),
    access_token: z.string().describe("Their access token, for six hours of the world's clock"),
    refresh_token: z.string().describe("Gets the next tokens, once"),
  })
  .meta({ id: "CertificationClient" });
export type ClientView = z.output<typeof ClientView>;

export const CertificationView = z
  .object({
    id: z.string().describe("Id of the certification"),
    status: z
      .enum(["running", "passed", "failed"])
      .describe("passed when no check has failed; skipped ones count as neither"),
    url: z.string().describe("Address of the receiver"),
    error: z.string().nullable().describe("Why the checks could not be made to the end; null when they were"),
    client: ClientView.describe("What the integration needs to run in the world of the certification"),
    checks: z.array(CheckView).describe("The checks, in the order in which they are made"),
  })
  .meta({ id: "Certification" });
export type CertificationView = z.output<typeof CertificationView>;

export const CertificationPage = z
  .object({ paging: Paging, results: z.array(CertificationView).describe("Newest first") })
  .meta({ id: "CertificationPage" });
