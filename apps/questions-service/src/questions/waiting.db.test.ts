import { startTelemetry } from "@marketplace/telemetry";
import { expect, it } from "vitest";
import { questionsService, seller } from "../service.fixture.ts";

const telemetry = await startTelemetry("test", {});
const { http, ask, db, deps } = await questionsService(undefined, {}, telemetry.of("questions-service"));

it("a scrape tells how many questions wait for a review and for an answer", async () => {
  await ask("¿Hay stock?");
  const { id } = await ask("¿Y en azul?");
  await ask("Mi correo es ana@example.com");
  expect(await deps.questions.waiting()).toEqual({ review: 1, answer: 2 });
  await http.post("/answers", { as: seller, body: { question_id: id, text: "Sí" } });
  const text = (await telemetry.exposition?.())?.text;
  expect(text).toContain('marketplace_questions_waiting{service="questions-service",for="review"} 1\n');
  expect(text).toContain('marketplace_questions_waiting{service="questions-service",for="answer"} 1\n');
});

it("they are counted by an index that holds nothing else", async () => {
  const count = "SELECT count(*) FROM questions WHERE status = 'UNANSWERED'";
  const plan = await db.transaction(async () => {
    await db.query("SET LOCAL enable_seqscan = off");
    return db.query<{ "QUERY PLAN": string }>(`EXPLAIN ${count}`);
  });
  expect(JSON.stringify(plan)).toContain("questions_waiting");
});
