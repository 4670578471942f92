import { expect, test } from "vitest";
import { get } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { users } from "../api/world.ts";
import { newSale, upload } from "../invoices/packs.ts";
import { admin } from "./lab.ts";

interface Mails {
  paging: { total: number };
  results: { from: string; to: string[]; subject: string; date: string; text: string }[];
}

test("the e-mails that people were sent can be read", async () => {
  const sale = await newSale();
  const name = `factura-${sale.pack}.pdf`;
  const uploaded = await upload(sale, [{ name }]);
  expect({ status: uploaded.status, text: uploaded.text }).toMatchObject({ status: 200 });
  const mails = async () => (await get("/_sandbox/mail?limit=100", { token: admin })).json<Mails>().results;
  await expect
    .poll(async () => (await mails()).some(({ text }) => text.includes(name)), { timeout: 100_000 })
    .toBe(true);
  const mail = (await mails()).find(({ text }) => text.includes(name));
  expect(mail).toMatchObject({
    from: expect.stringContaining("@"),
    to: [expect.stringContaining("@")],
    subject: expect.stringContaining(String(sale.pack)),
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  expectProblem(await get("/_sandbox/mail", { as: users.operator }), 401, "invalid_token");
});
