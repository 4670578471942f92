import { expect, it } from "vitest";
import { questionsService } from "../service.fixture.ts";
import { toQuestion } from "./questions.sql.ts";

const { db, deps, ask } = await questionsService();

it("SQL reads the same questions as Prisma, field by field", async () => {
  const { id } = await ask("¿Hay stock?");
  const { firstOnItem: _, period: __, ...row } = await db.client.question.findFirstOrThrow({ where: { id } });
  expect(await deps.questions.findVisible([id], undefined)).toEqual([toQuestion(row)]);
});
