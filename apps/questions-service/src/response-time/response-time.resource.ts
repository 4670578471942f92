import { dayMs, idParam, integerParam, utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { averageMinutes, responseTimeRecord } from "./response-time.rules.ts";

const minutes = z.int().describe("Average waiting time of an answer, in minutes");
const Segment = z.object({
  response_time: minutes,
  sales_percent_increase: z
    .int()
    .nullable()
    .describe("Projected additional sales with answers in under an hour; null up to 60 minutes"),
});

const ResponseTime = z
  .object({
    user_id: z.int().describe("Seller queried"),
    total: z.object({ response_time: minutes }).describe("All hours of the last 14 days"),
    weekend: Segment.describe("Saturday and Sunday from 09:00"),
    weekdays_working_hours: Segment.describe("Monday to Friday, 09:00 to 18:00"),
    weekdays_extra_hours: Segment.describe("Monday to Friday, 18:00 to 00:00"),
  })
  .meta({ id: "ResponseTime" });

const ResponseTimeHistory = z
  .object({
    user_id: z.int().describe("Seller queried"),
    days: z
      .array(
        z.object({
          date: z.string().describe("The moment, ISO 8601 UTC"),
          response_time: minutes,
          questions: z.int().describe("First questions of the 14 days before it"),
        }),
      )
      .describe("The total at that moment, a day apart; the last one is the present minute"),
  })
  .meta({ id: "ResponseTimeHistory" });

const minuteMs = 60_000;

/**
 * The present minute and the same time of the days before it, the earliest first. In minutes, as the times
 * are: the same question gets the same answer for as long.
 */
function momentsOf(now: Date, days: number): Date[] {
  const last = now.getTime() - (now.getTime() % minuteMs);
  return Array.from({ length: days }, (_, index) => new Date(last - (days - 1 - index) * dayMs));
}

/** The time that a seller takes to answer. */
export const responseTime = resource({
  name: "Response time",
  description: "A seller's average time to answer first questions, over the last 14 days",
  fields: ResponseTime,
  related: ["/questions", "/users"],
  connections: { user_id: "/users/{id}" },
  operations: [
    operation({
      id: "getResponseTime",
      method: "GET",
      path: "/users/{user_id}/questions/response_time",
      summary: "Computes a seller's response time as of now",
      example: "/users/2418503621/questions/response_time",
      params: { user_id: idParam().describe("Seller") },
      response: ResponseTime,
      errors: [problems.no_questions],
      async handle({ params: { user_id } }, { responseTimes, clock }) {
        const sums = await responseTimes.sums(user_id, clock.now());
        if (sums.length === 0 && !(await responseTimes.hasQuestions(user_id)))
          throw problems.no_questions({ userId: user_id });
        return responseTimeRecord(user_id, sums);
      },
    }),
    operation({
      id: "getResponseTimeHistory",
      method: "GET",
      path: "/users/{user_id}/questions/response_time/history",
      summary: "Computes what a seller's total response time was on the last days",
      example: "/users/2418503621/questions/response_time/history?days=30",
      params: { user_id: idParam().describe("Seller") },
      query: {
        days: integerParam({ min: 2, max: 90 }).default(30).describe("How many moments, today included"),
      },
      response: ResponseTimeHistory,
      errors: [problems.no_questions],
      async handle({ params: { user_id }, query: { days } }, { responseTimes, clock }) {
        if (!(await responseTimes.hasQuestions(user_id))) throw problems.no_questions({ userId: user_id });
        const totals = await responseTimes.pastTotals(user_id, momentsOf(clock.now(), days));
        return {
          user_id,
          days: totals.map((total) => ({
            date: utcTimestamp(total.at),
            response_time: averageMinutes([total]),
            questions: total.questions,
          })),
        };
      },
    }),
  ],
});
