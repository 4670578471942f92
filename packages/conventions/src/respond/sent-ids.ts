import { Problem } from "../declare/problem.ts";
import { absentId } from "../declare/wire.ts";

/**
 * The problem with the id as it was sent. Ids of more digits than a number holds are looked up as `absentId`,
 * which the messages of not found would name.
 */
export function withSentIds(problem: Problem, raw: Readonly<Record<string, string>>): Problem {
  const sent = Object.values(raw).find((text) => /^\d+$/.test(text) && Number(text) > absentId);
  if (sent === undefined || !problem.message.includes(String(absentId))) return problem;
  const { cause, headers } = problem;
  return new Problem(problem, problem.message.replaceAll(String(absentId), sent), { cause, headers });
}
