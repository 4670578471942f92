import { createSandbox } from "@marketplace-api/sandbox";

await using sandbox = await createSandbox();
await using world = await sandbox.world({ from: "demo" });
const body = { item_id: world.fixtures.item_active, text: "¿Tienen stock?" };
await world.client("buyer_mla").POST("/questions", { body });
const { resource } = await world.notifications.next("questions");
await world.faults([{ match: { path: "/users/me", first: 1 }, effect: { status: 429 } }]);
const { data: seller } = await world.client("seller_mla").GET("/users/me"); // The client asks again.
console.log(`${seller?.nickname} was told of ${resource}`);
