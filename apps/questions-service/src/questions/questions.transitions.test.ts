import { describe, expect, it } from "vitest";
import {
  answerTransitions,
  questionStatuses,
  questionTransitions,
  sourcesOf,
} from "./questions.transitions.ts";

describe("the states of a question", () => {
  it("follow the transitions of the decisions", () => {
    expect(sourcesOf("answer")).toEqual(["UNANSWERED"]);
    expect(sourcesOf("close")).toEqual(["UNANSWERED"]);
    expect(sourcesOf("delete")).toEqual(["UNANSWERED"]);
    for (const action of ["ban", "disable"] as const)
      expect(sourcesOf(action)).toEqual(["ANSWERED", "UNANSWERED", "UNDER_REVIEW"]);
    expect(sourcesOf("review")).toEqual(["ANSWERED", "UNANSWERED"]);
    expect(sourcesOf("return")).toEqual(["UNDER_REVIEW"]);
  });

  it("end in closed, banned, deleted and disabled", () => {
    const final = questionStatuses.filter((status) => Object.keys(questionTransitions[status]).length === 0);
    expect(final).toEqual(["BANNED", "CLOSED_UNANSWERED", "DELETED", "DISABLED"]);
  });

  it("let every changed answer become active again", () => {
    expect(answerTransitions.active.every((status) => answerTransitions[status].includes("active"))).toBe(
      true,
    );
  });
});
