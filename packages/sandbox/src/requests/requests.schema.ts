import { idParam, momentParam, Paging, pagingQuery } from "@marketplace/conventions";
import { z } from "zod";
import { NotificationView } from "../notifications/notifications.schema.ts";
import { statusParam } from "../status.ts";

export const requestId = { request_id: z.string().describe("`X-Request-Id` of the answer") };

export const requestFilters = {
  since: momentParam(false).optional().describe("Requests that began at this moment or later, in real time"),
  status: statusParam.optional().describe("Status of the answer, or `4xx` for all that begin so"),
  path: z.string().optional().describe("How the path begins"),
  method: z
    .string()
    .transform((text) => text.toUpperCase())
    .optional()
    .describe("Method of the request"),
  application: idParam().optional().describe("Application whose token was sent"),
  except_application: idParam().optional().describe("Leaves out what this application sent"),
  except_page: z
    .string()
    .startsWith("/")
    .optional()
    .describe("Leaves out what a browser loaded for pages of this host under this path, such as pictures"),
};

const shownFilters = z.object(requestFilters);
export type RequestFilters = z.output<typeof shownFilters>;

export const requestQuery = { ...requestFilters, ...pagingQuery };

const headers = z.record(z.string(), z.string());

export const BodyView = z
  .object({
    text: z
      .string()
      .nullable()
      .describe("The text without its secrets; null for bytes, pages, and what was given up"),
    bytes: z.int().nullable().describe("Size in bytes as it was sent; null when it is not known"),
    truncated: z
      .boolean()
      .describe("Whether it is not all here: 16 KiB of each body are kept, and the oldest are given up"),
  })
  .meta({ id: "RecordedBody" });

export const RequestView = z
  .object({
    id: z.string().describe("`X-Request-Id` of the answer"),
    method: z.string().describe("Method of the request"),
    target: z.string().describe("Path and query without their secrets"),
    status: z.int().nullable().describe("Status of the answer; null when the connection ended before it"),
    complete: z.boolean().describe("Whether the answer was sent to its end"),
    started_at: z.iso.datetime().describe("When it began, in real time"),
    duration_ms: z.number().describe("How long its answer took, in milliseconds"),
    application_id: z.int().nullable().describe("Application that the token names"),
    user_id: z.int().nullable().describe("User that the token names"),
    fault: z.string().nullable().describe("The fault rule that disturbed it"),
    replay_of: z.string().nullable().describe("The request that it repeats"),
  })
  .meta({ id: "RecordedRequest" });

export const RequestPage = z
  .object({
    paging: Paging,
    results: z.array(RequestView).describe("The requests, newest first"),
    not_recorded: z.int().describe("How many requests came too fast to be recorded, since the last reset"),
  })
  .meta({ id: "RecordedRequestPage" });

const cause = z.object({
  code: z.string().describe("What is wrong, as a word"),
  message: z.string().describe("What is wrong"),
  references: z.array(z.string()).describe("Where it is wrong"),
});

export const RequestDetails = RequestView.extend({
  operation: z
    .object({
      id: z.string().describe("Its id in `/openapi.json`"),
      path: z.string().describe("Its path template"),
      summary: z.string().describe("What it does"),
    })
    .nullable()
    .describe("The operation of the public API; null where there is none"),
  request: z.object({ headers, body: BodyView.nullable() }).describe("What was sent, without secrets"),
  answer: z.object({ headers, body: BodyView.nullable() }).describe("What was answered, without secrets"),
  error: z
    .object({
      message: z.string().describe("What went wrong"),
      error: z.string().describe("The code of the error"),
      cause: z.array(cause).describe("Everything that was wrong"),
    })
    .nullable()
    .describe("The error of the answer and its causes; null where it is none"),
  notifications: z
    .array(NotificationView)
    .describe("The notifications that it caused: those whose event carries its id"),
}).meta({ id: "RecordedRequestDetails" });

export const UnservedPage = z
  .object({
    paging: Paging,
    results: z
      .array(
        z.object({
          method: z.string().describe("Method of the requests"),
          path: z.string().describe("The path, with `{id}` for each segment that is an id"),
          count: z.int().describe("How often it was called"),
          example: z.string().describe("The path as it was called last"),
          last_at: z.iso.datetime().describe("When it was called last, in real time"),
        }),
      )
      .describe("The most called first"),
  })
  .meta({ id: "UnservedPage" });
