import { Paging, utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import type { World } from "../world.ts";

/** A world, as the lab shows it. */
export const WorldView = z
  .object({
    id: z.string().describe("Id of the world; `default` is the product itself"),
    from: z.string().describe("What it was made from: `demo`, `empty` or `snapshot:<name>`"),
    created_at: z.iso.datetime().describe("When it was made, in real time"),
    expires_at: z.iso.datetime().nullable().describe("When it ends by itself, in real time; null is never"),
  })
  .meta({ id: "World" });

export const WorldPage = z
  .object({ paging: Paging, results: z.array(WorldView).describe("The worlds, oldest first") })
  .meta({ id: "WorldPage" });

/** What the lab shows of a world. */
export const viewOf = ({ id, from, createdAt, expiresAt }: World): z.output<typeof WorldView> => ({
  id,
  from,
  created_at: utcTimestamp(createdAt),
  expires_at: expiresAt ? utcTimestamp(expiresAt) : null,
});
