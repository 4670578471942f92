import type { QuestionWrite } from "./ledger.ts";
import type { Writing } from "./load.ts";

interface Shown {
  id: number;
  text: string;
  status: string;
  answer: { text: string } | null;
}

/** Compares the questions that the seller sees with the ledger. */
export async function checkQuestions(writing: Writing): Promise<void> {
  const { ledger, tally } = writing;
  const shown = Map.groupBy(await allQuestions(writing), ({ text }) => text);
  for (const question of ledger.questions) checkQuestion(question, shown.get(question.text) ?? [], tally);
}

type Findings = Record<"lost" | "duplicated" | "halfVisible", string[]>;

/** Compares what is shown for a question's text with the ledger. */
export function checkQuestion(question: QuestionWrite, found: readonly Shown[], to: Findings): void {
  const { outcome, deletion, text, key } = question;
  const name = `question "${text}" (${outcome}, ${key ? "with" : "without"} key, id ${question.id})`;
  if (found.length > 1) to.duplicated.push(`${name}: ${found.map(({ id }) => id).join(", ")}`);
  const [one] = found;
  const stays = outcome === "acknowledged" && deletion !== "acknowledged" && deletion !== "unknown";
  if (stays && (!one || one.status === "DELETED")) to.lost.push(name);
  if (outcome === "refused" && one) to.halfVisible.push(`${name} is there`);
  if (deletion === "acknowledged" && one && one.status !== "DELETED") to.lost.push(`deletion of ${name}`);
  if (one) checkAnswer(name, question, one, to);
}

function checkAnswer(
  name: string,
  { answer }: QuestionWrite,
  { status, answer: shown }: Shown,
  to: Findings,
) {
  if ((status === "ANSWERED") !== (shown !== null))
    to.halfVisible.push(`${name} is ${status} with the answer ${shown?.text}`);
  if (shown && shown.text !== answer?.text) to.halfVisible.push(`${name} has a strange answer ${shown.text}`);
  if (answer?.outcome === "acknowledged" && !shown) to.lost.push(`answer to ${name}`);
  if (answer?.outcome === "refused" && shown) to.halfVisible.push(`refused answer to ${name} is there`);
}

interface Page {
  questions: Shown[];
  scroll_id: string | null;
}

async function allQuestions({ ask, world }: Writing): Promise<Shown[]> {
  const path = `/questions/search?item=${world.item}&search_type=scan&limit=100&api_version=4`;
  const token = world.seller.access_token;
  const all: Shown[] = [];
  for (let scroll = ""; ; ) {
    const answer = await ask("GET", path + scroll, { token });
    if (answer.status !== 200) throw new Error(`questions cannot be read back: ${answer.status}`);
    const { questions, scroll_id } = answer.json<Page>();
    all.push(...questions);
    if (scroll_id === null || questions.length === 0) return all;
    scroll = `&scroll_id=${encodeURIComponent(scroll_id)}`;
  }
}
