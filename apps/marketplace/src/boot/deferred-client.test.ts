import { flexContract } from "@marketplace/contracts";
import { describe, expect, it } from "vitest";
import { deferredClient } from "./deferred-client.ts";

const order = { order_id: 1, site_id: "MLA", seller_id: 2, buyer_id: 3, self_service: false };
const flex = {
  describe: async () => ({ tags: [], paths: {}, schemas: {} }),
  vitals: () => Promise.reject(new Error("not asked here")),
  createShipment: async () => ({ shipment_id: 9 }),
  cancelShipment: async () => ({ outcome: "none" as const }),
};

describe("a client of a service that is built later", () => {
  it("is unavailable until it is connected, then calls straight through", async () => {
    const { client, connect } = deferredClient(flexContract);
    await expect(client.createShipment(order)).rejects.toMatchObject({ unavailable: true });
    connect(flex);
    expect(await client.createShipment(order)).toEqual({ shipment_id: 9 });
  });
});
