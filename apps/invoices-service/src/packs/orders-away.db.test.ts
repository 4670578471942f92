import { ServiceUnavailable } from "@marketplace/contracts";
import { type Answer, expectProblem } from "@marketplace/testkit";
import { beforeAll, expect, it } from "vitest";
import { formTokens, invoicesService, multipart, pdf, seller, stranger, xml } from "../service.fixture.ts";

const { http, orders, sale, deps } = await invoicesService();
const present = orders.pack;

/** Does something while orders-service does not answer. */
async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  orders.pack = () => Promise.reject(new ServiceUnavailable("a service did not answer"));
  return work().finally(() => {
    orders.pack = present;
  });
}

const { packId } = await sale();
const path = `/packs/${packId}/fiscal_documents`;
let ids: string[] = [];
beforeAll(async () => {
  const uploaded = await http.post(path, { as: seller, ...multipart([pdf()]) });
  ({ ids } = uploaded.json<{ ids: string[] }>());
});

it.each<[string, () => Promise<Answer>]>([
  ["an upload", () => http.post(path, { as: seller, ...multipart([xml()]) })],
  [
    "an upload with its token in the form",
    () => http.post(path, multipart([xml(), { name: "access_token", content: formTokens.seller }])),
  ],
  ["a list", () => http.get(path, { as: seller })],
  ["a download", () => http.get(`${path}/${ids[0]}`, { as: seller })],
  ["a deletion", () => http.delete(path, { as: seller })],
  ["a billing-data request", () => http.post(`${path}/request`, { as: seller, body: { text: "¿CUIT?" } })],
])("while orders-service is away %s is 503, and changes nothing", async (_, ask) => {
  const answer = await whileAway(ask);
  expectProblem(answer, 503, "service_unavailable");
  expect(answer.headers["retry-after"]).toBe("1");
  expect((await deps.documents.ofPack(packId)).map(({ id }) => id)).toEqual(ids);
  expect((await http.get(path, { as: seller })).status).toBe(200);
});

it("a stranger learns nothing from a pack that exists", async () => {
  const answers = [path, "/packs/4699999999/fiscal_documents"].map((target) =>
    http.post(target, { as: stranger, ...multipart([pdf()]) }),
  );
  for (const answer of await Promise.all(answers)) expectProblem(answer, 403, "forbidden");
});
