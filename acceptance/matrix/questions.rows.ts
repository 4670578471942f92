import { expect } from "vitest";
import { post } from "../api/api.ts";
import { fixtures, newUser, users } from "../api/world.ts";
import { anybody, onlySeller, type Row } from "./row.ts";
import { item, question } from "./things.ts";

const { seller_mla: seller } = users;
const blacklist = `/users/${seller.id}/questions_blacklist`;
const savedAnswers = `/users/${seller.id}/saved_answers`;
const answerOf = () => ({ title: crypto.randomUUID(), text: "Sí" });
const savedAnswer = async (): Promise<string> => {
  const answer = await post(savedAnswers, { as: seller, body: answerOf() });
  expect(answer.status).toBe(201);
  return `${savedAnswers}/${answer.json<{ id: number }>().id}`;
};

export const questionsRows: readonly Row[] = [
  {
    route: "GET /questions/search",
    refusal: "read",
    roles: anybody,
    call: () => ({ path: `/questions/search?item=${fixtures.item_active}` }),
  },
  {
    route: "GET /my/received_questions/search",
    refusal: "read",
    roles: anybody,
    call: () => ({ path: "/my/received_questions/search" }),
  },
  {
    route: "GET /questions/{question_id}",
    refusal: "read",
    roles: anybody,
    call: () => ({ path: `/questions/${fixtures.question_answered}?api_version=4` }),
  },
  {
    route: "POST /questions",
    refusal: "write",
    // Sellers cannot ask themselves.
    roles: { else: "201", seller: "403 forbidden" },
    call: async () => ({ path: "/questions", body: { item_id: await item(), text: "¿Tiene garantía?" } }),
  },
  {
    route: "DELETE /questions/{question_id}",
    refusal: "write",
    roles: { else: "403 forbidden", seller: "200", buyer: "200" },
    call: async () => ({ path: `/questions/${await question()}` }),
  },
  {
    route: "POST /my/questions/hidden",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({ path: "/my/questions/hidden", body: { question_ids: [await question()] } }),
  },
  {
    route: "POST /questions/{question_id}/review",
    refusal: "write",
    roles: { else: "403 forbidden", operator: "200" },
    call: async () => ({ path: `/questions/${await question()}/review`, body: { decision: "disable" } }),
  },
  {
    route: "POST /answers",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({ path: "/answers", body: { question_id: await question(), text: "Sí" } }),
  },
  {
    route: "POST /users/{seller_id}/questions_blacklist",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({ path: blacklist, body: { user_id: (await newUser()).id } }),
  },
  {
    route: "GET /users/{seller_id}/questions_blacklist",
    refusal: "read",
    roles: onlySeller,
    call: () => ({ path: blacklist }),
  },
  {
    route: "DELETE /users/{seller_id}/questions_blacklist/{user_id}",
    refusal: "write",
    roles: onlySeller,
    async call() {
      const { id } = await newUser();
      expect((await post(blacklist, { as: seller, body: { user_id: id } })).status).toBe(200);
      return { path: `${blacklist}/${id}` };
    },
  },
  {
    route: "GET /block-api/search/users/{user_id}",
    refusal: "read",
    roles: onlySeller,
    call: () => ({ path: `/block-api/search/users/${seller.id}?type=blocked_by_questions` }),
  },
  {
    route: "GET /users/{user_id}/questions/response_time",
    refusal: "read",
    roles: anybody,
    call: () => ({ path: `/users/${seller.id}/questions/response_time` }),
  },
  {
    route: "GET /users/{user_id}/questions/response_time/history",
    refusal: "read",
    roles: anybody,
    call: () => ({ path: `/users/${seller.id}/questions/response_time/history` }),
  },
  {
    route: "GET /users/{seller_id}/saved_answers",
    refusal: "read",
    roles: onlySeller,
    call: () => ({ path: savedAnswers }),
  },
  {
    route: "POST /users/{seller_id}/saved_answers",
    refusal: "write",
    roles: { ...onlySeller, seller: "201" },
    call: () => ({ path: savedAnswers, body: answerOf() }),
  },
  {
    route: "PUT /users/{seller_id}/saved_answers/{id}",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({ path: await savedAnswer(), body: { text: "No" } }),
  },
  {
    route: "DELETE /users/{seller_id}/saved_answers/{id}",
    refusal: "write",
    roles: { ...onlySeller, seller: "204" },
    call: async () => ({ path: await savedAnswer() }),
  },
];
