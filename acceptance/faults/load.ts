import { createHash, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Answer, Asker } from "./ask.ts";
import {
  type Ledger,
  type OrderWrite,
  type Outcome,
  outcomeOf,
  type QuestionWrite,
  type UploadWrite,
  uniqueText,
} from "./ledger.ts";
import type { Tally } from "./tally.ts";
import { priceOf, titleOf, type World } from "./world.ts";

/** Parameters of the writers. */
export interface Writing {
  ask: Asker;
  world: World;
  ledger: Ledger;
  tally: Tally;
  random: () => number;
}

/** Running writers. */
export interface Load {
  /** Stops the writers; resolves after their last answers. */
  stop(): Promise<void>;
}

/** Bounds the rate: the pause of each writer between an answer and its next request. */
const usualPauseMs = 150;

/** Sends its requests one after the other, and records them. */
export type Writer = (writing: Writing) => Promise<void>;

/** One writer of each kind (two for questions) and one reader. */
export const usualWriters: readonly Writer[] = [
  askQuestion,
  answerQuestion,
  deleteQuestion,
  order,
  cancel,
  upload,
  deleteFiles,
  edit,
  askQuestion,
  read,
];

/** Starts the writers, each with one request at a time. */
export function startLoad(writing: Writing, pauseMs = usualPauseMs, writers = usualWriters): Load {
  const stopping = new AbortController();
  const loops = writers.map(async (write) => {
    while (!stopping.signal.aborted) {
      await write(writing);
      await delay(pauseMs * (0.5 + writing.random()), undefined, { signal: stopping.signal }).catch(() => {});
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Half of the writes that accept an Idempotency-Key send one. */
const keyMaybe = ({ random }: Writing) => (random() < 0.5 ? crypto.randomUUID() : undefined);

/** Counts a valid write by its outcome. */
export function noted({ tally }: Writing, answer: Answer): Outcome {
  const outcome = outcomeOf(answer.status);
  if (outcome === "acknowledged") tally.acknowledged += 1;
  if (outcome === "refused") tally.refused.push(`${answer.status} ${answer.bytes}`);
  return outcome;
}

/** Asks a question, or repeats the one of `known` with the same key and text. */
export async function askQuestion(writing: Writing, known?: QuestionWrite): Promise<void> {
  const { ask, world, ledger } = writing;
  const question: QuestionWrite = known ?? {
    kind: "question",
    outcome: "unknown",
    key: keyMaybe(writing),
    text: uniqueText("Pregunta"),
  };
  if (!known) ledger.questions.push(question);
  const body = { item_id: world.item, text: question.text };
  const answer = await ask("POST", "/questions", {
    token: world.buyer.access_token,
    body,
    key: question.key,
  });
  question.outcome = noted(writing, answer);
  if (question.outcome === "acknowledged") question.id = answer.json<{ id: number }>().id;
}

async function answerQuestion(writing: Writing): Promise<void> {
  const question = writing.ledger.questions.find(({ id, answer, deletion }) => id && !answer && !deletion);
  if (!question) return;
  question.answer = { outcome: "unknown", key: keyMaybe(writing), text: uniqueText("Respuesta") };
  await giveAnswer(writing, question);
}

/** Answers a question with the text that the ledger plans for it. */
export async function giveAnswer(writing: Writing, { id, answer: given }: QuestionWrite): Promise<void> {
  if (!given) return;
  const body = { question_id: id, text: given.text };
  const { access_token: token } = writing.world.seller;
  given.outcome = noted(writing, await writing.ask("POST", "/answers", { token, body, key: given.key }));
}

async function deleteQuestion(writing: Writing): Promise<void> {
  // Deletions start at the other end of the list than answers and are rare, so that both find questions.
  const question = writing.ledger.questions.findLast(
    ({ id, answer, deletion }) => id && !answer && !deletion,
  );
  if (!question || writing.random() < 0.5) return;
  question.deletion = "unknown";
  const { access_token: token } = writing.world.buyer;
  question.deletion = noted(writing, await writing.ask("DELETE", `/questions/${question.id}`, { token }));
}

async function order(writing: Writing): Promise<void> {
  const bought: OrderWrite = { kind: "order", outcome: "unknown", key: keyMaybe(writing), uploads: [] };
  writing.ledger.orders.push(bought);
  await buy(writing, bought);
}

/** Buys one piece of the item. A purchase with a key is sometimes sent several times at once. */
export async function buy(writing: Writing, bought: OrderWrite): Promise<void> {
  const times = bought.key && writing.random() < 0.3 ? 3 : 1;
  const answers = await Promise.all(Array.from({ length: times }, () => buyOnce(writing, bought.key)));
  const ids = new Set(answers.flatMap(({ id }) => id ?? []));
  if (ids.size > 1) writing.tally.duplicated.push(`key ${bought.key} bought orders ${[...ids].join()}`);
  const best = answers.find(({ id }) => id !== undefined) ?? answers[0];
  bought.outcome = best?.outcome ?? "unknown";
  if (best?.id !== undefined) bought.id = best.id;
}

/** Cancels an order; half of them by the seller. Some repeat it at once. */
async function cancel(writing: Writing): Promise<void> {
  const { ask, world, ledger, random } = writing;
  const target = ledger.orders.findLast(
    ({ id, uploads, cancellation }) => id && uploads.length === 0 && !cancellation,
  );
  if (!target || random() < 0.7) return;
  target.cancellation = "unknown";
  const { access_token: token } = random() < 0.5 ? world.buyer : world.seller;
  const send = () => ask("PUT", `/orders/${target.id}`, { token, body: { status: "cancelled" } });
  const answers = await Promise.all(random() < 0.3 ? [send(), send()] : [send()]);
  const outcomes = answers.map((answer) => noted(writing, answer));
  target.cancellation = outcomes.find((outcome) => outcome === "acknowledged") ?? outcomes[0] ?? "unknown";
}

/** Sends one request for one piece of the item; returns the order. */
export async function buyOnce(
  writing: Writing,
  key: string | undefined,
): Promise<{ outcome: Outcome; id?: number }> {
  const { ask, world } = writing;
  const body = { items: [{ id: world.item, quantity: 1 }] };
  const answer = await ask("POST", "/orders", { token: world.buyer.access_token, body, key });
  const outcome = noted(writing, answer);
  if (outcome !== "acknowledged") return { outcome };
  return { outcome, id: answer.json<{ orders: [{ id: number }] }>().orders[0].id };
}

const types = ["application/pdf", "application/xml"] as const;

async function upload(writing: Writing): Promise<void> {
  const target = writing.ledger.orders.find(({ id, uploads }) => id && uploads.length === 0);
  if (target) await uploadFiles(writing, target, newFiles(writing.random));
}

/** One or two new files: as a form, and as the ledger has them. */
export interface NewFiles {
  form: FormData;
  bodies: Buffer[];
  written: UploadWrite;
}

export function newFiles(random: () => number): NewFiles {
  const form = new FormData();
  const bodies: Buffer[] = [];
  const written: UploadWrite = { outcome: "unknown", files: [], ids: [] };
  for (const type of random() < 0.5 ? types : types.slice(0, 1)) {
    const bytes = randomBytes(1 + Math.floor(random() * 60_000));
    bodies.push(bytes);
    written.files.push({ type, sha256: sha256Of(bytes) });
    form.append("fiscal_document", new File([bytes], `file.${type.slice(-3)}`, { type }));
  }
  return { form, bodies, written };
}

/** Uploads files to the pack of an order. */
export async function uploadFiles(
  writing: Writing,
  target: OrderWrite,
  { form, written }: NewFiles,
): Promise<void> {
  const { ask, world } = writing;
  target.uploads.push(written);
  const answer = await ask("POST", documentsOf(target), { token: world.seller.access_token, form });
  written.outcome = noted(writing, answer);
  if (written.outcome === "acknowledged") written.ids = answer.json<{ ids: string[] }>().ids;
}

async function deleteFiles(writing: Writing): Promise<void> {
  const target = writing.ledger.orders.find(
    ({ uploads: [one], deletion }) => one?.outcome === "acknowledged" && !deletion,
  );
  if (target && writing.random() >= 0.5) await deleteFilesOf(writing, target);
}

/** Deletes the files of an order's pack. */
export async function deleteFilesOf(writing: Writing, target: OrderWrite): Promise<void> {
  target.deletion = "unknown";
  const { access_token: token } = writing.world.seller;
  target.deletion = noted(writing, await writing.ask("DELETE", documentsOf(target), { token }));
}

async function edit(writing: Writing): Promise<void> {
  const { ask, world, ledger } = writing;
  const version = ledger.versions.length + 1;
  const body = { title: titleOf(version), price: priceOf(version) };
  const answer = await ask("PUT", `/items/${world.edited}`, { token: world.seller.access_token, body });
  ledger.versions.push({ version, outcome: noted(writing, answer) });
}

/** Reads of every service, of the gateway and of a file. They may fail, but neither hang nor be wrong. */
async function read(writing: Writing): Promise<void> {
  const { ask, world, random, ledger } = writing;
  const token = world.seller.access_token;
  const paths = [
    "/users/me",
    `/items/${world.item}`,
    "/sites/MLA/search?q=producto&limit=3",
    `/flex/sites/MLA/items/${world.item}/v2`,
    `/questions/search?item=${world.item}&limit=3`,
  ];
  await ask("GET", paths[Math.floor(random() * paths.length)] ?? "/users/me", { token });
  const order = ledger.orders.findLast(({ uploads: [one], deletion }) => one?.ids.length && !deletion);
  if (order) await readFile(writing, order);
}

/** Reads the first file of a pack, and notes bytes that were not uploaded; gives the answer's status. */
export async function readFile({ ask, world, tally }: Writing, order: OrderWrite): Promise<number> {
  const [upload] = order.uploads;
  const { access_token: token } = world.seller;
  const { status, bytes } = await ask("GET", `${documentsOf(order)}/${upload?.ids[0]}`, { token });
  if (status === 200 && !upload?.files.some(({ sha256 }) => sha256 === sha256Of(bytes)))
    tally.halfVisible.push(`file ${upload?.ids[0]} was given with other bytes`);
  return status;
}

export const documentsOf = ({ id }: OrderWrite): string => `/packs/${id}/fiscal_documents`;
export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
