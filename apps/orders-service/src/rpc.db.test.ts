import { localClient, ordersContract } from "@marketplace/contracts";
import { expect, it } from "vitest";
import { ids, ordersService } from "./orders.fixture.ts";
import { ordersRpc } from "./rpc.ts";

const { sale, deps } = await ordersService();
const client = localClient(ordersContract, ordersRpc(deps));
const parties = { site_id: "MLA", seller_id: ids.seller, buyer_id: ids.buyer };

it("tells other services whom a pack concerns, and whether its warehouses are the platform's", async () => {
  const { packId } = await sale({ logisticType: "fulfillment" }, { items: 2 });
  const pack = await client.pack({ pack_id: packId });
  expect(pack).toEqual({ id: packId, ...parties, fulfillment: true, order_in_pack: false });
});

it("tells an order without a pack from one that has a pack", async () => {
  const [single, packed] = [await sale({}, { packed: false }), await sale()];
  const own = await client.pack({ pack_id: single.orderId });
  expect(own).toEqual({ id: single.orderId, ...parties, fulfillment: false, order_in_pack: false });
  expect(await client.pack({ pack_id: packed.orderId })).toMatchObject({ order_in_pack: true });
});

it("knows no pack of an id that was never given", async () => {
  expect(await client.pack({ pack_id: Number.MAX_SAFE_INTEGER })).toBeNull();
});
