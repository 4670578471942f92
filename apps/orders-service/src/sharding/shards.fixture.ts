import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MarketplaceEvent } from "@marketplace/contracts";
import type { ShardUrls } from "@marketplace/database";
import { asCaller } from "@marketplace/testkit";
import { afterAll } from "vitest";
import { buyer, fakeCatalog, fakeFlex, freshItems, ids, ordersService, seller } from "../orders.fixture.ts";

/** At each site, who sells there, who buys, and an item. MLB is at home. */
export const sides = {
  MLA: { item: "MLA100", sellerId: ids.seller, seller, buyerId: ids.buyer, buyer },
  MLB: {
    item: "MLB300",
    sellerId: ids.otherSeller,
    seller: asCaller({ userId: ids.otherSeller, siteId: "MLB" }),
    buyerId: 3_000_000_013,
    buyer: asCaller({ userId: 3_000_000_013, siteId: "MLB", roles: ["buyer"] }),
  },
} as const;
export type Site = keyof typeof sides;
export const siteIds = ["MLA", "MLB"] as const;

/** What several processes of orders-service share. Call it at the top of a test file. */
export async function sharedWorld(homeUrl: string) {
  const root = await mkdtemp(join(tmpdir(), "orders-"));
  afterAll(() => rm(root, { recursive: true, force: true }));
  const items = freshItems().map((item) => ({ ...item, available_quantity: 1_000_000 }));
  const catalog = fakeCatalog(items);
  const flex = fakeFlex();
  const published: MarketplaceEvent[] = [];
  const notifications = {
    async publish({ events }: { events: MarketplaceEvent[] }) {
      published.push(...events);
      return { accepted: events.length };
    },
  };
  const clients = { catalog, flex, notifications };
  return {
    catalog,
    flex,
    published,
    process: (shards: ShardUrls, url = homeUrl) => ordersService({ on: { url, shards, root, clients } }),
  };
}

export type OrdersProcess = Awaited<ReturnType<typeof ordersService>>;

export interface OrderJson {
  id: number;
  pack_id: number | null;
  status: string;
  tags: string[];
  payments: { id: number; status: string; transaction_amount_refunded: number }[];
  shipping: { id: number | null };
}

/** Buys at a site, and gives the orders. */
export async function buyAt(
  siteId: Site,
  { http }: OrdersProcess,
  { items = [sides[siteId].item as string], ...more }: { items?: string[]; payment?: object } = {},
): Promise<[OrderJson, ...OrderJson[]]> {
  const body = { items: items.map((id) => ({ id, quantity: 1 })), ...more };
  const answer = await http.post("/orders", { as: sides[siteId].buyer, body });
  const [first, ...others] = answer.status === 201 ? answer.json<{ orders: OrderJson[] }>().orders : [];
  if (!first) throw new Error(`the purchase failed: ${answer.text}`);
  return [first, ...others];
}

/** A message of one side to the other. */
export const messageOf = (siteId: Site, by: "seller" | "buyer", text = "hola", attachments?: string[]) => {
  const { sellerId, buyerId } = sides[siteId];
  const [from, to] = by === "seller" ? [sellerId, buyerId] : [buyerId, sellerId];
  return { from: { user_id: from }, to: { user_id: to }, text, ...(attachments && { attachments }) };
};

export const talkOf = (siteId: Site, packId: number): string =>
  `/messages/packs/${packId}/sellers/${sides[siteId].sellerId}`;
