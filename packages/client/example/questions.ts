import { createClient } from "@marketplace-api/client";

const { MARKETPLACE_URL: baseUrl = "http://127.0.0.1:8080", SELLER_TOKEN: auth = "" } = process.env;
const market = createClient({ baseUrl, auth });
const { data: seller, error } = await market.GET("/users/me");
if (!seller) throw new Error(error.message);
const unanswered = { query: { seller_id: seller.id, status: "UNANSWERED", api_version: "4" } } as const;
for await (const { id, text } of market.paged("/questions/search", "questions", unanswered))
  console.log(`${id}: ${text}`);
