import { Paging } from "@marketplace/conventions";
import { z } from "zod";
import { jsonField } from "../json.schema.ts";

const name = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, "must be 1 to 64 of a-z, 0-9 and -")
  .describe("Name of the receiver");

export const receiverName = { name };

export const inboxParams = { world: z.string().describe("Id of the world"), name };

export const ReceiverBody = z
  .strictObject({
    status: z.int().min(200).max(599).default(200).describe("Status that it answers; 200 when absent"),
    delay_ms: z.int().min(0).max(60_000).default(0).describe("How long it waits before, in milliseconds"),
  })
  .meta({ id: "ReceiverSettings" });

export const ReceiverView = z
  .object({
    name: z.string().describe("Name of the receiver"),
    url: z.string().describe("Address to set as an application's `callback_url`"),
    status: z.int().describe("Status that it answers"),
    delay_ms: z.int().describe("How long it waits before, in milliseconds"),
    received: z.int().describe("How much it got in all"),
  })
  .meta({ id: "Receiver" });

export const ReceiverPage = z
  .object({ paging: Paging, results: z.array(ReceiverView).describe("The receivers, oldest first") })
  .meta({ id: "ReceiverPage" });

export const ReceiverDetails = ReceiverView.extend({
  paging: Paging,
  results: z
    .array(
      z.object({
        at: z.iso.datetime().describe("When it arrived, in real time"),
        headers: z.record(z.string(), z.string()).describe("Its headers, with the signature"),
        body: z.string().describe("Its body, byte for byte; 16 KiB at most"),
        notification: jsonField("The body as JSON; null when it is none"),
        status: z.int().describe("Status that it was answered"),
      }),
    )
    .describe("The latest 1000 that it got, newest first"),
}).meta({ id: "ReceiverDetails" });

export const Received = z
  .object({ received: z.int().describe("How much the receiver got in all") })
  .meta({ id: "Received" });

/** What the inbox takes. It keeps any other body as well. */
export const AnyNotification = z.looseObject({}).meta({ id: "AnyNotification" });
