import { conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { buyer, ids, ordersService, seller, silentSeller, stranger } from "../../orders.fixture.ts";
import { type MessageJson, talk } from "../messages.fixture.ts";
import { actionGuide } from "./options.resource.ts";

const service = await ordersService();
const { http, sale } = service;
const { written, read, eventsDuring } = talk(service);

const guideOf = (packId: number) => `/messages/action_guide/packs/${packId}`;
const execute = (packId: number, body: Record<string, unknown>, as = seller) =>
  http.post(`${guideOf(packId)}/option?tag=post_sale`, { as, body });
const capsOf = async (packId: number) => {
  const answer = await http.get(`${guideOf(packId)}/caps_available`, { as: seller });
  const caps = answer.json<{ option_id: string; cap_available: number }[]>();
  return Object.fromEntries(caps.map(({ option_id, cap_available }) => [option_id, cap_available]));
};
const actionableOf = async (packId: number, as = seller) => {
  const answer = await http.get(guideOf(packId), { as });
  const { options } = answer.json<{ options: { id: string; actionable: boolean }[] }>();
  return options.filter(({ actionable }) => actionable).map(({ id }) => id);
};
const other = { option_id: "OTHER", text: "¡Gracias por tu compra!" };

describe("the action guide", () => {
  it("lists the options of a sale", async () => {
    const { packId } = await sale();
    const { options } = (await http.get(guideOf(packId), { as: seller })).json<{ options: unknown[] }>();
    expect(options).toHaveLength(5);
    expect(options[0]).toEqual({
      id: "REQUEST_VARIANTS",
      enabled: true,
      type: "template",
      templates: [{ id: "TEMPLATE___REQUEST_VARIANTS___1", vars: null }],
      actionable: true,
      char_limit: null,
      child_options: null,
      cap_available: 1,
    });
    expect(options[3]).toMatchObject({ id: "DELIVERY_PROMISE", enabled: false, cap_available: 0 });
    expect(options[4]).toMatchObject({ id: "OTHER", type: "free_text", templates: null, char_limit: 350 });
  });

  it("says which options can be used now: none twice, and none where the conversation is blocked", async () => {
    const { packId } = await sale();
    const all = ["REQUEST_VARIANTS", "REQUEST_BILLING_INFO", "SEND_INVOICE_LINK", "OTHER"];
    expect(await actionableOf(packId)).toEqual(all);
    expect((await execute(packId, other)).status).toBe(201);
    expect(await actionableOf(packId)).toEqual(all.slice(0, 3));
    const canceled = await sale({ status: "cancelled" });
    expect(await actionableOf(canceled.packId)).toEqual([]);
  });

  it("has none that can be used by a seller who may not use messaging", async () => {
    const { packId } = await sale({ sellerId: ids.silent });
    expect(await actionableOf(packId, silentSeller)).toEqual([]);
  });

  it("is the seller's", async () => {
    const { packId } = await sale();
    const message = `User access token invalid for resource ${packId}`;
    for (const as of [buyer, stranger]) {
      expectProblem(await http.get(guideOf(packId), { as }), 403, "forbidden", message);
      expectProblem(await execute(packId, other, as), 403, "forbidden", message);
    }
  });
});

describe("an option", () => {
  it("sends its template to the buyer, in the language of the site", async () => {
    const { packId } = await sale({ siteId: "MLB" });
    let message: MessageJson | undefined;
    const events = await eventsDuring(async () => {
      const answer = await execute(packId, {
        option_id: "REQUEST_BILLING_INFO",
        template_id: "TEMPLATE___REQUEST_BILLING_INFO___1",
      });
      expect(answer.status).toBe(201);
      message = answer.json<MessageJson>();
    });
    expect(message).toMatchObject({ status: "available", from: { user_id: ids.seller } });
    expect(message?.text).toContain("nota fiscal");
    expect(events).toMatchObject([{ resource: message?.id, user_id: ids.buyer }]);
    expect((await read(packId, buyer)).paging.total).toBe(1);
  });

  it("promises a delivery between two hours, on Flex", async () => {
    // The item is on Flex: its own logistic type is another.
    const { packId } = await sale({ logisticType: "drop_off", selfService: true });
    expect(await capsOf(packId)).toMatchObject({ DELIVERY_PROMISE: 1 });
    const [from, to] = ["INIT", "LIMIT"].map((name) => `TEMPLATE___DELIVERY_PROMISE___1___VAR___${name}`);
    const promise = (first: number, last: number) =>
      execute(packId, {
        option_id: "DELIVERY_PROMISE",
        vars: [
          { id: from, value: first },
          { id: to, value: last },
        ],
      });
    const message = "The vars of the template TEMPLATE___DELIVERY_PROMISE___1 are invalid";
    expectProblem(await promise(21, 9), 400, "bad_request", message);
    expect((await promise(9, 21)).json<MessageJson>().text).toContain("entre las 9 y las 21");
  });

  it("is used once, until the buyer writes", async () => {
    const { packId } = await sale();
    expect((await execute(packId, other)).status).toBe(201);
    const message = "You are not allowed to execute the option OTHER again";
    expectProblem(await execute(packId, other), 403, "forbidden", message);
    expect(await capsOf(packId)).toMatchObject({ OTHER: 0, REQUEST_VARIANTS: 1, DELIVERY_PROMISE: 0 });
    await written(packId, seller, "Otra cosa");
    expect((await execute(packId, other)).status).toBe(403);
    await written(packId, buyer, "llamame al +5491144445555");
    expect((await execute(packId, other)).status).toBe(403);
    await written(packId, buyer, "¡Gracias!");
    expect(await capsOf(packId)).toMatchObject({ OTHER: 1 });
    expect((await execute(packId, other)).status).toBe(201);
  });

  it("is used once by two at once", async () => {
    const { packId } = await sale();
    const answers = await Promise.all(Array.from({ length: 6 }, () => execute(packId, other)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403, 403, 403]);
    expect((await read(packId, buyer)).paging.total).toBe(1);
  });

  it("of a key is used once, and its repetition gets the same message", async () => {
    const { packId } = await sale();
    const ask = { as: seller, body: other, headers: { "Idempotency-Key": "an-option" } };
    const answers = await Promise.all([1, 2].map(() => http.post(`${guideOf(packId)}/option`, ask)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(answers.map((answer) => answer.json<MessageJson>().id)).size).toBe(1);
  });

  it("of free text is moderated, but for the address of an invoice", async () => {
    const { packId } = await sale();
    const invoice = { option_id: "SEND_INVOICE_LINK", text: "Tu factura: https://facturas.example/1" };
    expect((await execute(packId, invoice)).json<MessageJson>().status).toBe("available");
    const contact = { option_id: "OTHER", text: "Escribime a ana@correo.com" };
    expect((await execute(packId, contact)).json<MessageJson>().status).toBe("moderated");
  });
});

describe("an option is refused", () => {
  it.each(["NONE", "DELIVERY_PROMISE"])("that the sale does not have: %s", async (option_id) => {
    const { packId } = await sale();
    const answer = await execute(packId, { option_id });
    expectProblem(answer, 404, "not_found", "The option selected is not valid");
  });

  it("with another template, without a text, and with one that is too long", async () => {
    const { packId } = await sale();
    const template = { option_id: "REQUEST_VARIANTS", template_id: "TEMPLATE___OTHER___1" };
    const message = "The template TEMPLATE___OTHER___1 is invalid";
    expectProblem(await execute(packId, template), 400, "bad_request", message);
    const empty = await execute(packId, { option_id: "OTHER" });
    expectProblem(empty, 400, "bad_request", "The field 'text' is required");
    const long = await execute(packId, { option_id: "OTHER", text: "x".repeat(351) });
    const limit = "The message content is too long, max characters allowed are 350";
    expectProblem(long, 400, "bad_request", limit);
  });

  it("when the conversation is blocked, and of sellers who may not use messaging", async () => {
    const code = "blocked_conversation_send_message_forbidden";
    const { packId } = await sale({ status: "cancelled" });
    expectProblem(await execute(packId, other), 403, code);
    const silent = await sale({ sellerId: ids.silent });
    expectProblem(await execute(silent.packId, other, silentSeller), 403, code);
  });
});

const { packId } = await sale();
conforms(actionGuide, {
  http,
  as: seller,
  examples: {
    getActionGuide: { params: { pack_id: packId } },
    getAvailableCaps: { params: { pack_id: packId } },
    executeOption: async () => ({ params: { pack_id: (await sale()).packId }, body: other }),
  },
});
