import { asCaller, conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { buyer, ids, ordersService, seller, stranger } from "../orders.fixture.ts";
import { notes } from "./notes.resource.ts";

const { http, sale, clock } = await ordersService();
const sold = await sale();
const operator = asCaller({ userId: 3_000_000_009, roles: ["operator"] });

interface Written {
  note: { id: string; note: string; date_created: string; date_last_updated: string };
}
const paths = { order: `/orders/${sold.orderId}/notes`, pack: `/packs/${sold.packId}/notes` } as const;
const absent = "5e8a1f0c7b3d4a2961f0c7b3";

describe.each(Object.entries(paths))("notes of an %s", (subject, path) => {
  const id = subject === "order" ? { order_id: sold.orderId } : { pack_id: sold.packId };
  const more =
    subject === "order" ? {} : { source_bu: "marketplace", seller_id: ids.seller, operator_id: null };

  it("are written, changed, listed from the oldest on, and removed", async () => {
    expect((await http.get(path, { as: seller })).json()).toEqual([{ results: [], ...id }]);
    const made = await http.post(path, { as: seller, body: { note: "Llamar antes" } });
    expect(made.status).toBe(201);
    const { note } = made.json<Written>();
    const at = "2026-03-10T11:00:00.000-04:00";
    expect(note).toEqual({
      id: expect.stringMatching(/^[\da-f]{24}$/),
      date_created: at,
      date_last_updated: at,
      note: "Llamar antes",
      ...more,
    });
    clock.advance(60_000);
    const second = (await http.post(path, { as: seller, body: { note: "Factura A" } })).json<Written>();
    const changed = await http.put(`${path}/${note.id}`, { as: seller, body: { note: "Ya no" } });
    expect(changed.status).toBe(200);
    const present = { ...note, note: "Ya no", date_last_updated: "2026-03-10T11:01:00.000-04:00" };
    expect(changed.json()).toEqual({ note: present });
    expect((await http.get(path, { as: seller })).json()).toEqual([
      { results: [present, second.note], ...id },
    ]);
    for (const each of [present, second.note])
      expect((await http.delete(`${path}/${each.id}`, { as: seller })).status).toBe(204);
    expect((await http.get(path, { as: seller })).json()).toEqual([{ results: [], ...id }]);
    expectProblem(await http.delete(`${path}/${note.id}`, { as: seller }), 404, "not_found");
    clock.advance(-60_000);
  });

  it("have 1 to 300 characters", async () => {
    const write = (note: unknown) => http.post(path, { as: seller, body: { note } });
    for (const note of ["", "  ", "x".repeat(301), 5, null])
      expectProblem(await write(note), 400, "bad_request");
    const longest = await write("🙂".repeat(300));
    expect(longest.status).toBe(201);
    const { id: noteId } = longest.json<Written>().note;
    expectProblem(
      await http.put(`${path}/${noteId}`, { as: seller, body: { note: "x".repeat(301) } }),
      400,
      "bad_request",
    );
    await http.delete(`${path}/${noteId}`, { as: seller });
  });

  it("are for the seller alone", async () => {
    const { note } = (await http.post(path, { as: seller, body: { note: "Mía" } })).json<Written>();
    for (const as of [buyer, stranger, operator]) {
      expectProblem(await http.get(path, { as }), 403, "not_owned_order");
      expectProblem(await http.post(path, { as, body: { note: "a" } }), 403, "not_owned_order");
      expectProblem(
        await http.put(`${path}/${note.id}`, { as, body: { note: "a" } }),
        403,
        "not_owned_order",
      );
      expectProblem(await http.delete(`${path}/${note.id}`, { as }), 403, "not_owned_order");
    }
    await http.delete(`${path}/${note.id}`, { as: seller });
  });

  it("of another sale, or of none, are unknown", async () => {
    const other = await sale();
    const theirs = subject === "order" ? `/orders/${other.orderId}/notes` : `/packs/${other.packId}/notes`;
    const { note } = (await http.post(theirs, { as: seller, body: { note: "De otra" } })).json<Written>();
    const body = { note: "a" };
    for (const noteId of [note.id, absent]) {
      expectProblem(await http.put(`${path}/${noteId}`, { as: seller, body }), 404, "not_found");
      expectProblem(await http.delete(`${path}/${noteId}`, { as: seller }), 404, "not_found");
    }
    const root = `/${subject}s`;
    expectProblem(await http.get(`${root}/1/notes`, { as: seller }), 404, "order_not_found");
    expectProblem(await http.get(`${root}/x/notes`, { as: seller }), 400, "invalid_order_id");
    expectProblem(await http.delete(`${path}/xyz`, { as: seller }), 400, "bad_request");
  });
});

describe("notes of packs", () => {
  it("are not those of its orders; an order without a pack has notes as a pack, one in a pack has none", async () => {
    await http.post(paths.order, { as: seller, body: { note: "Del pedido" } });
    expect((await http.get(paths.pack, { as: seller })).json()).toMatchObject([{ results: [] }]);
    const alone = await sale({}, { packed: false });
    const made = await http.post(`/packs/${alone.orderId}/notes`, { as: seller, body: { note: "Sola" } });
    expect(made.status).toBe(201);
    expectProblem(
      await http.get(`/packs/${sold.orderId}/notes`, { as: seller }),
      400,
      "bad_request",
      "The order belong to a pack/purchase",
    );
  });
});

const noteOf = async (path: string) =>
  (await http.post(path, { as: seller, body: { note: "Para cambiar" } })).json<Written>().note.id;
const written = (id: number, path: string) => async () => ({
  params: { id, note_id: await noteOf(path) },
});
const body = { note: "Entregar por la mañana" };

conforms(notes, {
  http,
  as: seller,
  examples: {
    getOrderNotes: { params: { id: sold.orderId } },
    createOrderNote: { params: { id: sold.orderId }, body },
    updateOrderNote: async () => ({ ...(await written(sold.orderId, paths.order)()), body }),
    deleteOrderNote: written(sold.orderId, paths.order),
    getPackNotes: { params: { id: sold.packId } },
    createPackNote: { params: { id: sold.packId }, body },
    updatePackNote: async () => ({ ...(await written(sold.packId, paths.pack)()), body }),
    deletePackNote: written(sold.packId, paths.pack),
  },
});
