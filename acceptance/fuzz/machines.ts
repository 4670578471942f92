import { inject } from "vitest";
import { itemLike, type Model } from "../product/items.ts";
import { exchange } from "./wire.ts";

const { base, sandbox } = inject("fuzzed");
const { users, fixtures, applications } = sandbox;

/** A state machine: the actions on a thing, the expected answer of each, and the next state. */
export interface Machine<State, Subject> {
  initial: State;
  /** Creates a thing that no other test uses. */
  create(): Promise<Subject>;
  actions: Record<string, Action<State, Subject>>;
  /** The state as the API shows it; `undefined` when it does not. */
  read?(subject: Subject): Promise<State>;
}

interface Action<State, Subject> {
  /** Performs the action; returns the status of the answer. */
  send(subject: Subject): Promise<number>;
  /** The expected status in a state, and the next state. */
  step(state: State): [status: number, next: State];
}

interface Caller {
  id: number;
  access_token: string;
}

async function ask(as: Caller, line: string, body?: unknown): Promise<{ status: number; json: never }> {
  const [method = "", target = ""] = line.split(" ");
  const form = body instanceof Uint8Array;
  const type = form ? "multipart/form-data; boundary=X" : "application/json";
  const headers = {
    Authorization: `Bearer ${as.access_token}`,
    ...(body !== undefined && { "Content-Type": type }),
  };
  const bytes = body === undefined ? undefined : form ? body : Buffer.from(JSON.stringify(body));
  const { status, json } = await exchange(base, { method, target, headers, body: bytes });
  // The fuzzer checks the shapes of answers; they are only used here.
  return { status, json: json as never };
}

const statusOf = async (...asked: Parameters<typeof ask>): Promise<number> => (await ask(...asked)).status;

async function made<T>(...asked: Parameters<typeof ask>): Promise<T> {
  const { status, json } = await ask(...asked);
  if (status !== 200 && status !== 201)
    throw new Error(`${asked[1]} answered ${status}: ${JSON.stringify(json)}`);
  return json;
}

const newUser = (): Promise<Caller> => made(users.operator, "POST /users/test_user", { site_id: "MLA" });

async function newItem(as: Caller): Promise<string> {
  const model = await made<Model>(as, `GET /items/${fixtures.item_seller2}`);
  const { id } = await made<{ id: string }>(as, "POST /items", itemLike(model));
  return id;
}

type QuestionState = "UNANSWERED" | "ANSWERED" | "DELETED" | "BANNED";

/** decisions 3.3: only an unanswered question can be answered or deleted. */
const whenUnanswered =
  (next: QuestionState) =>
  (state: QuestionState): [number, QuestionState] =>
    state === "UNANSWERED" ? [200, next] : [400, state];

export const question: Machine<QuestionState, { id: number; seller: Caller; buyer: Caller }> = {
  initial: "UNANSWERED",
  async create() {
    const [seller, buyer] = await Promise.all([newUser(), newUser()]);
    const item_id = await newItem(seller);
    const { id } = await made<{ id: number }>(buyer, "POST /questions", { item_id, text: "Tiene garantía?" });
    return { id, seller, buyer };
  },
  actions: {
    answer: {
      send: ({ id, seller }) => statusOf(seller, "POST /answers", { question_id: id, text: "Sí" }),
      step: whenUnanswered("ANSWERED"),
    },
    withdraw: {
      send: ({ id, buyer }) => statusOf(buyer, `DELETE /questions/${id}`),
      step: whenUnanswered("DELETED"),
    },
    remove: {
      send: ({ id, seller }) => statusOf(seller, `DELETE /questions/${id}`),
      step: whenUnanswered("DELETED"),
    },
    hide: {
      send: ({ id, seller }) => statusOf(seller, "POST /my/questions/hidden", { question_ids: [id] }),
      step: (state) => [200, state],
    },
    ban: {
      send: ({ id }) => statusOf(users.operator, `POST /questions/${id}/review`, { decision: "ban" }),
      step: (state) => (state === "UNANSWERED" || state === "ANSWERED" ? [200, "BANNED"] : [409, state]),
    },
  },
  read: async ({ id, seller }) =>
    (await made<{ status: QuestionState }>(seller, `GET /questions/${id}?api_version=4`)).status,
};

const file = (name: string, type: string): string =>
  `--X\r\nContent-Disposition: form-data; name="fiscal_document"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\nx\r\n`;
const pdf = file("a.pdf", "application/pdf");
const xml = file("a.xml", "text/xml");
const formOf = (...parts: string[]): Uint8Array => Buffer.from(`${parts.join("")}--X--\r\n`);

/** The occupied slots of a pack: P, X, both or none (spec: Invoices, Limits). */
type Slots = "" | "P" | "X" | "PX";

/** An upload is atomic: one occupied slot refuses the whole request. */
const taking =
  (wanted: "P" | "X" | "PX") =>
  (state: Slots): [number, Slots] => {
    const clash = [...wanted].some((slot) => state.includes(slot));
    return clash ? [409, state] : [200, wanted === "PX" || state !== "" ? "PX" : wanted];
  };

export const slots: Machine<Slots, { pack: number; seller: Caller }> = {
  initial: "",
  async create() {
    const [seller, buyer] = await Promise.all([newUser(), newUser()]);
    const items = [{ id: await newItem(seller), quantity: 1 }];
    const { orders } = await made<{ orders: { id: number }[] }>(buyer, "POST /orders", { items });
    return { pack: orders[0]?.id ?? 0, seller };
  },
  actions: {
    pdf: {
      send: ({ pack, seller }) => statusOf(seller, `POST /packs/${pack}/fiscal_documents`, formOf(pdf)),
      step: taking("P"),
    },
    xml: {
      send: ({ pack, seller }) => statusOf(seller, `POST /packs/${pack}/fiscal_documents`, formOf(xml)),
      step: taking("X"),
    },
    both: {
      send: ({ pack, seller }) => statusOf(seller, `POST /packs/${pack}/fiscal_documents`, formOf(pdf, xml)),
      step: taking("PX"),
    },
    clear: {
      send: ({ pack, seller }) => statusOf(seller, `DELETE /packs/${pack}/fiscal_documents`),
      step: (state) => (state === "" ? [404, ""] : [200, ""]),
    },
  },
  async read({ pack, seller }) {
    const { json } = await ask(seller, `GET /packs/${pack}/fiscal_documents`);
    const { fiscal_documents: documents = [] } = json as { fiscal_documents?: { file_type: string }[] };
    const held = documents.map(({ file_type }) => (file_type.endsWith("pdf") ? "P" : "X")).toSorted();
    // The result has at most two letters in this order, as the type above says.
    return held.join("") as Slots;
  },
};

/** spec: Item Flex flag. */
export const flexFlag: Machine<boolean, { path: string; seller: Caller }> = {
  initial: false,
  async create() {
    const seller = await newUser();
    return { path: `/flex/sites/MLA/items/${await newItem(seller)}/v2`, seller };
  },
  actions: {
    on: {
      send: ({ path, seller }) => statusOf(seller, `POST ${path}`),
      step: (on) => (on ? [400, true] : [204, true]),
    },
    off: {
      send: ({ path, seller }) => statusOf(seller, `DELETE ${path}`),
      step: (on) => (on ? [204, false] : [400, false]),
    },
  },
  read: async ({ path, seller }) => (await made<{ has_flex: boolean }>(seller, `GET ${path}`)).has_flex,
};

async function tokenRequest(parameters: Record<string, string>) {
  const { client_id, client_secret } = applications.default;
  const body = Buffer.from(JSON.stringify({ client_id, client_secret, ...parameters }));
  const headers = { "Content-Type": "application/json" };
  return exchange(base, { method: "POST", target: "/oauth/token", headers, body });
}

/** decisions 2.2: a refresh token works once. */
export const refreshToken: Machine<"fresh" | "spent", string> = {
  initial: "fresh",
  async create() {
    const { json } = await tokenRequest({ grant_type: "client_credentials", scope: "read offline_access" });
    return (json as { refresh_token: string }).refresh_token;
  },
  actions: {
    refresh: {
      send: async (token) =>
        (await tokenRequest({ grant_type: "refresh_token", refresh_token: token })).status,
      step: (state) => (state === "fresh" ? [200, "spent"] : [400, "spent"]),
    },
  },
};
