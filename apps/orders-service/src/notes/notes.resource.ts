import { type Caller, idParam } from "@marketplace/conventions";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { operation, resource } from "../kit.ts";
import { ofSeller } from "../packs/packs.policy.ts";
import { invalidOrderId, problems } from "../problems.ts";
import { repeatable, saleRows } from "../sharding/rows.ts";
import type { Note, NoteSubject } from "./notes.repo.ts";
import {
  noteBody,
  OrderNotes,
  orderNoteView,
  PackNote,
  PackNotes,
  packNoteView,
  WrittenOrderNote,
  WrittenPackNote,
} from "./notes.schema.ts";

/** Who reads and writes notes of an order: its seller. */
async function orderOf(deps: Deps, id: number, caller: Caller): Promise<NoteSubject> {
  ofSeller(await deps.orders.find(id), caller);
  return { subject: "order", subjectId: id };
}

/** The same for a pack, or an order without one as a pack of its own. */
async function packOf(deps: Deps, id: number, caller: Caller): Promise<NoteSubject> {
  const pack = ofSeller(await deps.packs.find(id), caller);
  if (pack.orderInPack) throw problems.order_in_pack();
  return { subject: "pack", subjectId: id };
}

const ofOrders = {
  what: "order",
  name: "OrderNote",
  path: "/orders/{id}/notes",
  subjectOf: orderOf,
  list: OrderNotes,
  written: WrittenOrderNote,
  idField: "order_id",
  view: (note: Note) => orderNoteView(note),
  errors: [problems.order_not_found, problems.invalid_order_id, problems.not_owned_order],
} as const;

const ofPacks = {
  what: "pack",
  name: "PackNote",
  path: "/packs/{id}/notes",
  subjectOf: packOf,
  list: PackNotes,
  written: WrittenPackNote,
  idField: "pack_id",
  view: (note: Note, caller: Caller) => packNoteView(note, caller.userId),
  errors: [
    problems.order_not_found,
    problems.invalid_order_id,
    problems.not_owned_order,
    problems.order_in_pack,
  ],
} as const;

/** The operations on the notes of orders, or of packs: both answer in one form. */
function operationsOf({
  what,
  name,
  path,
  subjectOf,
  list,
  written,
  idField,
  view,
  errors,
}: typeof ofOrders | typeof ofPacks) {
  const params = { id: idParam().describe(what === "order" ? "Order id" : "Pack id") };
  const one = {
    ...params,
    note_id: z
      .string()
      .regex(/^[\da-f]{24}$/, "must be a note id of 24 hexadecimal digits")
      .describe("Note id"),
  };
  const example = path.replace("{id}", "4600000001");
  const oneExample = `${example}/5e8a1f0c7b3d4a2961f0c7b3`;
  const body = noteBody;
  const examples = { body: { note: "Pide factura A; entregar por la mañana" } };
  const invalid = (input: Parameters<typeof invalidOrderId>[0]) =>
    input.causes.every(({ references }) => references[0]?.endsWith(".note_id"))
      ? undefined
      : invalidOrderId(input);
  const site = (input: { params: { id: number } }) => saleRows(input.params.id);
  const shared = { errors, problems: { invalid }, site };
  const withNote = { ...shared, errors: [...errors, problems.note_not_found] };
  return [
    operation({
      ...shared,
      id: `get${name}s`,
      method: "GET",
      path,
      summary: `Lists the seller's notes on a ${what}`,
      example,
      params,
      response: list,
      site: (input) => repeatable(site(input)),
      async handle({ params: { id }, caller }, deps) {
        const subject = await subjectOf(deps, id, caller);
        const results = (await deps.notes.list(subject)).map((note) => view(note, caller));
        return [{ results, [idField]: id }];
      },
    }),
    operation({
      ...shared,
      id: `create${name}`,
      method: "POST",
      path,
      summary: `Writes a note on a ${what}`,
      example,
      params,
      body,
      examples,
      status: 201,
      response: written,
      creates: true,
      async handle({ params: { id }, body: { note: text }, caller }, deps) {
        const subject = await subjectOf(deps, id, caller);
        return { note: view(await deps.notes.add(subject, text, deps.clock.now()), caller) };
      },
    }),
    operation({
      ...withNote,
      id: `update${name}`,
      method: "PUT",
      path: `${path}/{note_id}`,
      summary: `Changes a note on a ${what}`,
      example: oneExample,
      params: one,
      body,
      examples,
      response: written,
      async handle({ params, body: { note: text }, caller }, deps) {
        const subject = await subjectOf(deps, params.id, caller);
        const change = { id: params.note_id, text, now: deps.clock.now() };
        const note = await deps.notes.change(subject, change);
        if (!note) throw problems.note_not_found({ id: params.note_id });
        return { note: view(note, caller) };
      },
    }),
    operation({
      ...withNote,
      id: `delete${name}`,
      method: "DELETE",
      path: `${path}/{note_id}`,
      summary: `Removes a note on a ${what}`,
      example: oneExample,
      params: one,
      status: 204,
      async handle({ params, caller }, deps) {
        const subject = await subjectOf(deps, params.id, caller);
        const removed = await deps.notes.remove(subject, params.note_id);
        if (!removed) throw problems.note_not_found({ id: params.note_id });
      },
    }),
  ];
}

/** Notes: what sellers write down about their sales. */
export const notes = resource({
  name: "Notes",
  description: "What sellers write down about orders and packs; nobody else sees it",
  fields: PackNote,
  related: ["/orders", "/packs"],
  connections: { seller_id: "/users/{id}" },
  operations: [...operationsOf(ofOrders), ...operationsOf(ofPacks)],
});
