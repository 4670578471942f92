import { expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { gatewayRpc } from "../rpc.ts";

const { deps, demo } = await startGateway();

it("services find a user by nickname, as it is written, in capitals and in small letters", async () => {
  const { id, nickname } = demo.users.seller_mla;
  const { userIdOf } = gatewayRpc(deps);
  expect(nickname).toBe(nickname.toUpperCase());
  for (const asked of [nickname, nickname.toLowerCase()])
    expect(await userIdOf({ nickname: asked })).toBe(id);
  for (const asked of ["", `${nickname}%`, "_", "NOBODY"])
    expect(await userIdOf({ nickname: asked })).toBeNull();
});
