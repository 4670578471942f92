import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { get, post, sendTo } from "../../api/api.ts";
import { fixtures, newItem, newQuestion, newUser, users } from "../../api/world.ts";
import { documents, formOf, newSale } from "../../invoices/packs.ts";
import { gateways } from "../running.ts";

// The load balancer takes replicas in turn (round robin), so that repeated requests reach both of every
// service.
const onBoth = <T>(work: (gateway: string) => Promise<T>): Promise<T[]> =>
  Promise.all([...gateways, ...gateways].map(work));

test("an Idempotency-Key sent to all replicas at once creates once", async () => {
  const buyer = await newUser();
  const item = await newItem(await newUser());
  for (let round = 0; round < 5; round++) {
    const headers = { "Idempotency-Key": randomUUID() };
    const body = { item_id: item, text: `¿Hay número ${round}?` };
    const ask = { path: "/questions", as: buyer, headers, body };
    const answers = await onBoth((gateway) => sendTo(gateway, "POST", ask));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json<{ id: number }>().id)).size).toBe(1);
  }
  const asked = await get(`/questions/search?item=${item}&from=${buyer.id}`, { as: buyer });
  expect(asked.json()).toMatchObject({ total: 5 });
});

test("one of several uploads to one slot on all replicas wins", async () => {
  for (let round = 0; round < 3; round++) {
    const { pack, seller } = await newSale();
    const answers = await onBoth((gateway) =>
      sendTo(gateway, "POST", { path: documents(pack), as: seller, body: formOf({}) }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const listed = await get(documents(pack), { as: seller });
    expect(listed.json<{ fiscal_documents: unknown[] }>().fiscal_documents).toHaveLength(1);
  }
});

test("a file uploaded to one replica can be read from every other", async () => {
  const { pack, seller } = await newSale();
  const bytes = `%PDF-1.4 ${randomUUID()}`;
  const uploaded = await post(documents(pack), { as: seller, body: formOf({ bytes }) });
  const [id = ""] = uploaded.json<{ ids: string[] }>().ids;
  const read = await onBoth((gateway) =>
    sendTo(gateway, "GET", { path: `${documents(pack)}/${id}`, as: seller }),
  );
  expect(read.map(({ text }) => text)).toEqual([bytes, bytes, bytes, bytes]);
});

test("a scan continues on any replica and finds each question once", async () => {
  const seller = await newUser();
  const item = await newItem(seller);
  const asked: number[] = [];
  for (let n = 0; n < 7; n++) asked.push(await newQuestion(users.buyer_mla, item, `¿Y ${n}?`));
  const found: number[] = [];
  let scroll: string | null = "";
  for (let page = 0; scroll !== null && page < 10; page++) {
    const next = scroll === "" ? "" : `&scroll_id=${encodeURIComponent(scroll)}`;
    const path = `/questions/search?item=${item}&search_type=scan&limit=2${next}`;
    const answer = await sendTo(gateways[page % 2] ?? "", "GET", { path, as: seller });
    expect(answer.status).toBe(200);
    const { questions, scroll_id } = answer.json<{ questions: { id: number }[]; scroll_id: string | null }>();
    found.push(...questions.map(({ id }) => id));
    scroll = scroll_id;
  }
  expect(found.sort()).toEqual(asked.sort());
});

test("a new title is known to the prediction of every replica", async () => {
  const word = `zurbi${randomUUID().replaceAll(/[^a-f]/g, "")}ton`;
  const seller = await newUser();
  await newItem(seller, { title: `${word} portable` });
  const item = await get(`/items/${fixtures.item_active}`, { as: seller });
  const { category_id } = item.json<{ category_id: string }>();
  const predicted = await onBoth((gateway) =>
    sendTo(gateway, "GET", { path: `/sites/MLA/domain_discovery/search?q=${word}&limit=1`, as: seller }),
  );
  for (const answer of predicted) expect(answer.json()).toMatchObject([{ category_id }]);
});
