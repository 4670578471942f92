import { expect } from "vitest";
import { type Answer, post, type RequestOptions } from "../api/api.ts";
import { newItem, newUser, type Person, users } from "../api/world.ts";

/** A sale: the seller and buyer, the pack id to use, and its orders. */
export interface Sale {
  seller: Person;
  buyer: Person;
  pack: number;
  orders: number[];
}

interface Bought {
  pack_id: number | null;
  orders: { id: number }[];
}

/** Sells `count` items of a new seller to a buyer. A single order is its own pack (decisions 5.1). */
export async function newSale(count = 1, buyer: Person = users.buyer_mla): Promise<Sale> {
  const seller = await newUser();
  const items = await Promise.all(Array.from({ length: count }, () => newItem(seller)));
  const answer = await post("/orders", {
    as: buyer,
    body: { items: items.map((id) => ({ id, quantity: 1 })) },
  });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  const { pack_id, orders } = answer.json<Bought>();
  const ids = orders.map(({ id }) => id);
  return { seller, buyer, pack: pack_id ?? ids[0] ?? 0, orders: ids };
}

export const pdf = "application/pdf";
export const xml = "application/xml";

export interface FileToSend {
  type?: string;
  name?: string;
  bytes?: string | Uint8Array<ArrayBuffer>;
}

/** A form like curl's `-F fiscal_document=@file`, with one field per file. */
export function formOf(...files: FileToSend[]): FormData {
  const form = new FormData();
  for (const {
    type = pdf,
    name = type === pdf ? "factura.pdf" : "factura.xml",
    bytes = "%PDF-1.4 prueba",
  } of files)
    form.append("fiscal_document", new File([bytes], name, { type }));
  return form;
}

export const documents = (pack: number | string): string => `/packs/${pack}/fiscal_documents`;

/** Uploads files to a pack as its seller, or as `ask` says. */
export const upload = (
  sale: { pack: number | string; seller: Person },
  files: FileToSend[],
  ask: RequestOptions = {},
): Promise<Answer> => post(documents(sale.pack), { as: sale.seller, body: formOf(...files), ...ask });

/** A hand-written multipart body, for what FormData does not send. */
export function handmade(parts: { headers: string[]; body: string }[], closed = true) {
  const boundary = "----acceptance";
  const text = parts
    .map(({ headers, body }) => `--${boundary}\r\n${headers.join("\r\n")}\r\n\r\n${body}\r\n`)
    .join("");
  return {
    body: new TextEncoder().encode(closed ? `${text}--${boundary}--\r\n` : text),
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
  };
}

export const part = (filename: string, type = pdf, body = "%PDF-1.4") => ({
  headers: [
    `Content-Disposition: form-data; name="fiscal_document"; filename="${filename}"`,
    `Content-Type: ${type}`,
  ],
  body,
});
