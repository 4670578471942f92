import { itemLike, type Model } from "../product/items.ts";
import type { Sandbox } from "../product/sandbox.ts";

/** One request. A body that is no form is sent as JSON. */
export interface Request {
  /** The kind under which its latency is counted. */
  kind: string;
  method: "GET" | "POST";
  path: string;
  token: string;
  body?: unknown;
  /** Receives the body of a success, for later requests. */
  noted?: (answer: unknown) => void;
}

/** Things that earlier requests created and later ones use. */
interface World {
  sandbox: Sandbox;
  item: string;
  unanswered: number[];
  withoutFile: number[];
}

type Make = (world: World) => Request;

const reading = (kind: string, path: (sandbox: Sandbox) => string): Make => {
  return ({ sandbox }) => ({
    kind,
    method: "GET",
    path: path(sandbox),
    token: sandbox.users.seller_mla.access_token,
  });
};

const ask: Make = ({ sandbox, item, unanswered }) => ({
  kind: "ask",
  method: "POST",
  path: "/questions",
  token: sandbox.users.buyer_mla.access_token,
  body: { item_id: item, text: `¿Hacen envíos? ${crypto.randomUUID().slice(0, 8)}` },
  // The specification's answer to a question.
  noted: (answer) => void unanswered.push((answer as { id: number }).id),
});

const answer: Make = (world) => {
  const id = world.unanswered.shift();
  if (id === undefined) return ask(world);
  const token = world.sandbox.users.seller_mla.access_token;
  return { kind: "answer", method: "POST", path: "/answers", token, body: { question_id: id, text: "¡Sí!" } };
};

const order: Make = ({ sandbox, item, withoutFile }) => ({
  kind: "order",
  method: "POST",
  path: "/orders",
  token: sandbox.users.buyer_mla.access_token,
  body: { items: [{ id: item, quantity: 1 }] },
  // The specification's answer to a purchase; one order without a pack is its own.
  noted: (bought) => withoutFile.push(...(bought as { orders: { id: number }[] }).orders.map(({ id }) => id)),
});

const pdf = `%PDF-1.4 ${"factura ".repeat(4_000)}`;

const upload: Make = (world) => {
  const pack = world.withoutFile.shift();
  if (pack === undefined) return order(world);
  const body = new FormData();
  body.append("fiscal_document", new File([pdf], "factura.pdf", { type: "application/pdf" }));
  const token = world.sandbox.users.seller_mla.access_token;
  return { kind: "upload", method: "POST", path: `/packs/${pack}/fiscal_documents`, token, body };
};

/** Weights per hundred requests: mostly reads, and every kind of write. */
const mix: readonly [number, Make][] = [
  [22, reading("category", ({ fixtures }) => `/categories/${fixtures.category_leaf}`)],
  [22, reading("item", ({ fixtures }) => `/items/${fixtures.item_active}`)],
  [12, reading("item search", () => "/sites/MLA/search?q=celular&limit=10")],
  [
    12,
    reading("question search", ({ fixtures }) => `/questions/search?item=${fixtures.item_active}&limit=10`),
  ],
  [6, reading("prediction", () => "/sites/MLA/domain_discovery/search?q=celular%20samsung")],
  [6, reading("me", () => "/users/me")],
  [4, reading("documents", ({ fixtures }) => `/packs/${fixtures.pack_with_pdf}/fiscal_documents`)],
  [4, reading("flex", ({ fixtures }) => `/flex/sites/MLA/items/${fixtures.item_flex_on}/v2`)],
  [4, ask],
  [3, answer],
  [3, order],
  [2, upload],
];

/** Returns the next request, in a repeating order that mixes the kinds. */
export function requestsOf(sandbox: Sandbox, item: string): () => Request {
  const world: World = { sandbox, item, unanswered: [], withoutFile: [] };
  const makes = mix.flatMap(([weight, make]) =>
    Array.from({ length: weight }, (_, nth) => ({ make, place: (nth + 0.5) / weight })),
  );
  makes.sort((one, other) => one.place - other.place);
  let turn = 0;
  return () => {
    const { make } = makes[turn++ % makes.length] ?? { make: ask };
    return make(world);
  };
}

/** Creates an item of the demo's seller with enough stock for every order. */
export async function plentifulItem(baseUrl: string, { users, fixtures }: Sandbox): Promise<string> {
  const headers = {
    Authorization: `Bearer ${users.seller_mla.access_token}`,
    "Content-Type": "application/json",
  };
  const model = await fetch(`${baseUrl}/items/${fixtures.item_active}`, { headers });
  // The specification's item.
  const like = (await model.json()) as Model;
  const body = JSON.stringify(itemLike(like, { price: 1_000, available_quantity: 99_999 }));
  const answer = await fetch(`${baseUrl}/items`, { method: "POST", headers, body });
  if (answer.status !== 201) throw new Error(`no item: ${answer.status} ${await answer.text()}`);
  // As above.
  return ((await answer.json()) as { id: string }).id;
}
