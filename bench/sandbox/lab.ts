import type { Product } from "../main/product.ts";

/** The parts of a world's document that the bench uses. */
export interface World {
  world: { id: string };
  users: { buyer_mla: { access_token: string } };
  fixtures: { item_active: string };
}

export type Lab = ReturnType<typeof labOf>;

/** The sandbox lab of a running product. */
export function labOf({ url, sandbox }: Product) {
  const headers = {
    Authorization: `Bearer ${sandbox.sandbox?.admin_token}`,
    "Content-Type": "application/json",
  };
  async function ask(method: string, path: string, body?: object): Promise<World> {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${url}/_sandbox${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} got ${answer.status}: ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as World;
  }
  const of = ({ world }: World) => `/worlds/${world.id}`;
  return {
    create: (from = "demo") => ask("POST", "/worlds", { from }),
    fork: (world: World) => ask("POST", `${of(world)}/fork`, {}),
    reset: (world: World) => ask("POST", `${of(world)}/reset`),
    snapshot: (world: World, name: string) => ask("POST", `${of(world)}/snapshots`, { name }),
    resetDefault: () => ask("POST", "/worlds/default/reset"),
    dropSnapshot: (name: string) => ask("DELETE", `/snapshots/${name}`),
    drop: (world: World) => ask("DELETE", of(world)),
    /** Uses a world as its client. */
    async read({ users }: World, path: string): Promise<void> {
      const answer = await fetch(url + path, {
        headers: { Authorization: `Bearer ${users.buyer_mla.access_token}` },
      });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} got ${answer.status}: ${text}`);
    },
  };
}
