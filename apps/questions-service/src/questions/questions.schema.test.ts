import { userProfile } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  answerShape,
  QuestionReceipt,
  questionDetailShape,
  questionShape,
  receiptView,
  type Shown,
} from "./questions.schema.ts";

const at = new Date("2026-03-10T15:00:00.123Z");

/** A question that fills every field: it is answered, about a vehicle, and shown to its seller. */
const shown: Shown = {
  question: {
    id: 5_000_000_001,
    itemId: "MLA100",
    siteId: "MLA",
    sellerId: 3_000_000_001,
    askerId: 3_000_000_003,
    applicationId: 7_000_000_001,
    status: "ANSWERED",
    heldStatus: null,
    text: "¿Hay stock?",
    hidden: false,
    hold: false,
    suspectedSpam: false,
    vehicle: true,
    answerText: "Sí",
    answerStatus: "active",
    answeredAt: at,
    createdAt: at,
    updatedAt: at,
  },
  asker: {
    answeredQuestions: 1,
    contact: userProfile(3_000_000_003),
  },
  version4: true,
};

/** The schema without optional fields, so that a field that is never filled is missed. */
function complete(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject)
    return z.strictObject(
      Object.fromEntries(
        Object.entries(schema.shape).map(([name, field]) => [name, complete(field as z.ZodType)]),
      ),
    );
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return complete(schema.unwrap() as z.ZodType);
  return schema;
}

describe("the shapes of a question", () => {
  it.each([
    ["a search", questionShape.schema, questionShape.view(shown)],
    ["a single read", questionDetailShape.schema, questionDetailShape.view(shown)],
    ["a receipt", QuestionReceipt, receiptView(shown.question)],
    ["an answer", answerShape.schema, answerShape.view(shown.question)],
  ])("fill every field that the schema declares, and no other: %s", (_, schema, view) => {
    expect(complete(schema).safeParse(JSON.parse(JSON.stringify(view))).error?.issues ?? []).toEqual([]);
  });
});
