import { setTimeout as delay } from "node:timers/promises";
import type { Checks } from "./checks.ts";
import { type Clients, field } from "./clients.ts";

const file = Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(300_000, "a")]);

/** Uses every service a little through the gateway. */
export async function walkthrough(checks: Checks, clients: Clients, mailUrl: string): Promise<void> {
  await catalog(checks, clients);
  await questions(checks, clients);
  await invoices(checks, clients, mailUrl);
  await flex(checks, clients);
  const description = await clients.ask("buyer_mla", "/openapi.json");
  const paths = Object.keys(field(description.body, "paths") ?? {});
  const named = ["/questions", "/flex", "/packs", "/categories"].every((start) =>
    paths.some((path) => path.startsWith(start)),
  );
  checks.that("the description names the resources of all services", named, `${paths.length} paths`);
}

async function catalog(checks: Checks, clients: Clients): Promise<void> {
  const found = await clients.ask("buyer_mla", "/sites/MLA/search?q=samsung+galaxy&limit=3");
  const results = field(found.body, "results");
  checks.that("a search finds items", Array.isArray(results) && results.length > 0, found.status);
  const predicted = await clients.ask(
    "buyer_mla",
    "/sites/MLA/domain_discovery/search?q=celular+samsung+galaxy",
  );
  checks.that(
    "a category is predicted",
    Array.isArray(predicted.body) && predicted.body.length > 0,
    predicted.status,
  );
}

async function questions(checks: Checks, clients: Clients): Promise<void> {
  const json = { item_id: clients.fixture("item_active"), text: "¿Tienen stock?" };
  const asked = await clients.ask("buyer_mla", "/questions", { json });
  const id = field(asked.body, "id");
  await clients.ask("seller_mla", "/answers", { json: { question_id: id, text: "Si, hay." } });
  const read = await clients.ask("buyer_mla", `/questions/${id}?api_version=4`);
  checks.that(
    "a question is asked, answered and read",
    field(field(read.body, "answer"), "text") === "Si, hay.",
    [asked.status, read.status],
  );
}

async function invoices(checks: Checks, clients: Clients, mailUrl: string): Promise<void> {
  const path = `/packs/${clients.fixture("pack_empty")}/fiscal_documents`;
  await clients.ask("seller_mla", path, { method: "DELETE" });
  const body = new FormData();
  body.append("fiscal_document", new Blob([file], { type: "application/pdf" }), "invoice.pdf");
  const stored = await clients.ask("seller_mla", path, { body });
  const [id] = (field(stored.body, "ids") as unknown[] | undefined) ?? [];
  const read = await clients.ask("buyer_mla", `${path}/${id}`);
  checks.that("an invoice is stored and comes back", read.bytes.equals(file), [stored.status, read.status]);
  checks.that("the buyer gets an e-mail of it", (await emailsAt(mailUrl)) > 0);
}

async function emailsAt(mailUrl: string): Promise<number> {
  for (let left = 60; left > 0; left--) {
    const emails = await fetch(`${mailUrl}/api/v1/messages`).then(
      (answer) => answer.json(),
      () => undefined,
    );
    const total = Number(field(emails, "total") ?? 0);
    if (total > 0) return total;
    await delay(500);
  }
  return 0;
}

async function flex(checks: Checks, clients: Clients): Promise<void> {
  const path = `/flex/sites/MLA/items/${clients.fixture("item_active")}/v2`;
  await clients.ask("seller_mla", path, { method: "DELETE" });
  const on = await clients.ask("seller_mla", path, { method: "POST" });
  const is = await clients.ask("seller_mla", path);
  checks.that("an item is switched on for Flex", on.status < 300 && is.status < 300, [on.status, is.status]);
}

/** One request for each service, by the service that answers it. */
export function probes(clients: Clients): Record<string, string> {
  return {
    "edge-gateway": "/users/me",
    "catalog-service": `/items/${clients.fixture("item_active")}`,
    "questions-service": "/my/received_questions/search?api_version=4&limit=1",
    "invoices-service": `/packs/${clients.fixture("pack_with_pdf")}/fiscal_documents`,
    "orders-service": `/packs/${clients.fixture("pack_with_pdf")}`,
    "flex-service": `/flex/sites/MLA/items/${clients.fixture("item_flex_on")}/v2`,
  };
}
