import { expectProblem } from "@marketplace/testkit";
import { PDFDocument } from "@pdfme/pdf-lib";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { callers, flexService } from "../flex.fixture.ts";
import { shipmentsOf } from "../shipments/shipments.fixture.ts";

const flex = await flexService();
const { http, clock } = flex;
const as = callers.seller;
const { sold, read, move, eventsOf } = shipmentsOf(flex, as);
type Who = (typeof callers)[keyof typeof callers];
const labels = (ids: readonly number[], { type = "", who = as as Who } = {}) =>
  http.get(`/shipment_labels?shipment_ids=${ids.join(",")}${type && `&response_type=${type}`}`, { as: who });
const zero = new Uint8Array();
const pagesOf = async (pdf: Uint8Array) => (await PDFDocument.load(pdf)).getPageCount();

describe("the label of a shipment", () => {
  it("is a page of a PDF", async () => {
    const ids = [await sold(), await sold(), await sold({ logistic_type: "self_service" })];
    const answer = await labels(ids);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="Shipment-${ids[0]}.pdf"`,
    });
    expect(answer.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(await pagesOf(answer.bytes)).toBe(3);
    const saved = await http.get(`/shipment_labels?shipment_ids=${ids[0]}&savePdf=Y`, { as });
    expect(await pagesOf(saved.bytes)).toBe(1);
  });

  it("for Zebra printers is in an archive, with a list of what is printed", async () => {
    const [first, second] = [await sold(), await sold()];
    const answer = await labels([first, second], { type: "zpl2" });
    expect(answer.headers).toMatchObject({ "content-type": "application/zip" });
    const files = unzipSync(answer.bytes);
    expect(Object.keys(files)).toEqual(["Etiqueta de envio.txt", "Control.pdf"]);
    const zpl = strFromU8(files["Etiqueta de envio.txt"] ?? new Uint8Array());
    expect(zpl.match(/\^XA/g)).toHaveLength(2);
    expect(zpl.match(/\^XZ/g)).toHaveLength(2);
    for (const id of [first, second]) expect(zpl).toContain(`^FDMEL${id}FMDOR01^FS`);
    expect(zpl).toContain("Avenida Santa Fe 3500");
    expect(await pagesOf(files["Control.pdf"] ?? new Uint8Array())).toBe(1);
  });

  it("is printed by the first reading, once, with one event, however many read it", async () => {
    const id = await sold();
    clock.advance(60_000);
    const answers = await Promise.all(Array.from({ length: 5 }, () => labels([id])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { status, substatus, date_first_printed, last_updated, substatus_history } = await read(id);
    expect({ status, substatus }).toEqual({ status: "ready_to_ship", substatus: "printed" });
    expect(date_first_printed).toBe(last_updated);
    expect(substatus_history).toHaveLength(4);
    expect(await eventsOf(id)).toHaveLength(2);
    clock.advance(60_000);
    const [before, after] = [answers[0]?.bytes, (await labels([id])).bytes];
    expect(after.equals(before ?? Buffer.alloc(0))).toBe(true);
    expect(await read(id)).toMatchObject({ date_first_printed });
  });

  it("is not printed by HEAD, which answers the same headers", async () => {
    const id = await sold();
    const head = await http.head(`/shipment_labels?shipment_ids=${id}`, { as });
    expect([head.status, head.text, head.headers["content-type"]]).toEqual([200, "", "application/pdf"]);
    expect(await read(id)).toMatchObject({ substatus: "ready_to_print", date_first_printed: null });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it("is in the language of its site", async () => {
    const commandsOf = async (id: number, who: Who) =>
      strFromU8(
        unzipSync((await labels([id], { type: "zpl2", who })).bytes)["Etiqueta de envio.txt"] ?? zero,
      );
    const brazilian = await sold({ site_id: "MLB", seller_id: 1_000_000_007 });
    const zpl = await commandsOf(brazilian, callers.brazilian);
    for (const words of ["Mercado Envios", "Remetente: Ana Paz", "CEP 05422-001 São Paulo", "Destinatário:"])
      expect(zpl).toContain(words);
    const argentine = await commandsOf(await sold(), as);
    for (const words of ["Mercado Envíos", "Remitente: ", "CP 1425", "Destinatario: "])
      expect(argentine).toContain(words);
  });

  it("can be read again on the way, which moves nothing", async () => {
    const id = await sold();
    await move(id, { status: "shipped", substatus: "out_for_delivery" });
    expect((await labels([id])).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: "shipped", substatus: "out_for_delivery" });
  });

  it("keeps letters that its font does not have from breaking it, and commands out of ZPL", async () => {
    const item = { item_id: "MLA1", variation_id: null, quantity: 1, unit_price: 1, currency_id: "ARS" };
    const order_id = 5_610_000_001;
    const id = await sold({ order_id, items: [{ ...item, order_id, title: "Té 日本 ^XZ~JA" }] });
    expect(await pagesOf((await labels([id])).bytes)).toBe(1);
    const zip = unzipSync((await labels([id], { type: "zpl2" })).bytes);
    const zpl = strFromU8(zip["Etiqueta de envio.txt"] ?? new Uint8Array());
    expect(zpl.match(/\^XZ/g)).toHaveLength(1);
    expect(zpl).not.toContain("~");
  });
});

describe("a label that cannot be printed", () => {
  it("names the shipments whose status is in the way", async () => {
    const [waiting, gone] = [await sold({ manufacturing: true }), await sold()];
    await move(gone, { status: "cancelled" });
    const answer = await labels([waiting, gone]);
    expect([answer.status, answer.json()]).toEqual([
      400,
      {
        message: "The status of the shipments does not allow to print their labels",
        error: "not_printable_status",
        status: 400,
        cause: [],
        failed_shipments: [
          {
            shipment_id: String(waiting),
            message: `Shipment ${waiting} status is pending`,
            cause: "NOT_PRINTABLE_STATUS",
            retry: true,
          },
          {
            shipment_id: String(gone),
            message: `Shipment ${gone} status is cancelled`,
            cause: "NOT_PRINTABLE_STATUS",
            retry: false,
          },
        ],
      },
    ]);
  });

  it("is skipped among others that can", async () => {
    const [good, other] = [await sold(), await sold({ logistic_type: "fulfillment" })];
    const answer = await labels([other, 3_999_999_999, good]);
    expect(await pagesOf(answer.bytes)).toBe(1);
    expect(answer.headers["content-disposition"]).toContain(`Shipment-${good}.pdf`);
    const ids = `abc,,${good},99999999999999999999,%20${await sold()}`;
    expect(await pagesOf((await http.get(`/shipment_labels?shipment_ids=${ids}`, { as })).bytes)).toBe(2);
    const [own, others] = [await sold({ mode: "me1" }), await sold({ seller_id: 1_000_000_002 })];
    const waiting = await sold({ manufacturing: true });
    expect(await pagesOf((await labels([others, own, waiting, good])).bytes)).toBe(1);
    const untouched = await http.get(`/shipments/${others}`, { as: callers.operator });
    expect(untouched.json()).toMatchObject({ substatus: "ready_to_print" });
    const none = await labels([others, 3_999_999_999, waiting, own]);
    expect([none.status, none.json()]).toMatchObject([
      400,
      { error: "not_printable_status", failed_shipments: [{ shipment_id: String(waiting) }] },
    ]);
  });

  it("is not printed of what is canceled at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await sold();
      const [{ status }] = await Promise.all([labels([id]), move(id, { status: "cancelled" })]);
      const { date_first_printed } = await read(id);
      expect([status, date_first_printed === null]).toEqual(status === 200 ? [200, false] : [400, true]);
    }
  });

  it("is refused by what is in the way", async () => {
    const [mine, full] = [await sold(), await sold({ logistic_type: "fulfillment" })];
    const own = await sold({ mode: "me1" });
    expectProblem(await labels([full]), 400, "invalid_shipment_ff_public");
    expectProblem(await labels([own]), 400, "invalid_shipment_mode");
    for (const who of [callers.buyer, callers.otherSeller])
      expectProblem(await labels([mine], { who }), 403, "invalid_shipment_caller");
    expectProblem(await labels([3_999_999_999]), 404, "not_found");
    expect((await labels([mine], { who: callers.operator })).status).toBe(200);
  });

  it.each(["", "abc", ",", Array.from({ length: 51 }, (_, n) => n + 1).join(",")])(
    "is refused when the ids are %s",
    async (ids) => {
      expectProblem(await http.get(`/shipment_labels?shipment_ids=${ids}`, { as }), 400, "bad_request");
    },
  );

  it("is refused in an unknown form, and without ids", async () => {
    expectProblem(await labels([await sold()], { type: "png" }), 400, "bad_request");
    expectProblem(await http.get("/shipment_labels", { as }), 400, "bad_request");
  });
});
