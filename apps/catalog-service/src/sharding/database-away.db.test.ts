import { query } from "@marketplace/database/testing";
import { asCaller } from "@marketplace/testkit";
import { testDatabase } from "@marketplace/testkit/postgres";
import { describe, expect, it } from "vitest";
import { brazilianId, itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";
import { startJobs } from "../index.ts";

// The site MLC has a database that does not answer.
const home = await testDatabase("catalog");
const away = "postgresql://nobody:nothing@127.0.0.1:1/away";
await query(home.url, "INSERT INTO site_placements VALUES ('MLC', '127.0.0.1:1/away')");
const { deps, http } = await startCatalog({
  url: home.url,
  shards: new Map([["MLC", [away]]]),
  built: false,
});

const celulares = leafOf("MLB-CELLPHONES");
const brazilian = asCaller({ userId: brazilianId, siteId: "MLB" });

describe("a site's database that is away", () => {
  it("keeps nobody from the other sites", async () => {
    const jobs = await startJobs(deps);
    const made = await http.post("/items", {
      as: brazilian,
      body: { ...itemBody("Sem vizinho", celulares.id), currency_id: "BRL" },
    });
    expect(made.status, made.text).toBe(201);
    const found = await http.get("/sites/MLB/search?q=vizinho", { as: brazilian });
    expect(found.json()).toMatchObject({ paging: { total: 1 } });
    expect((await http.get("/items/MLC1", { as: brazilian })).status).toBe(503);
    expect((await http.get("/sites/MLC/search?q=vecino", { as: brazilian })).status).toBe(503);
    expect((await http.get("/readyz")).status).toBe(200);
    await jobs.stop();
  });
});
