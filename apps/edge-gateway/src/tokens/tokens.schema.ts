import { Paging, utcTimestamp, wireId } from "@marketplace/conventions";
import { z } from "zod";
import type { LiveFamily } from "./token-families.repo.ts";

/** All tokens that descend from one grant, without any of their texts. */
export const TokenFamily = z
  .object({
    id: z.uuid().describe("Id of the family"),
    application: z
      .object({
        id: wireId().describe("Application id"),
        name: z.string().describe("Name of the application"),
      })
      .describe("Application that has the tokens"),
    current: z.boolean().describe("Whether the token in the header of this request is one of them"),
    scopes: z.array(z.string()).describe("What was granted"),
    date_created: z.string().describe("When the tokens were first issued, ISO 8601 UTC"),
    last_used: z
      .string()
      .nullable()
      .describe("When a token was last used, within the hour, ISO 8601 UTC; null when that is not known"),
    expires: z.string().describe("When the last of the tokens expires, ISO 8601 UTC"),
  })
  .meta({ id: "TokenFamily" });

/** One block of token families. */
export const TokenFamilies = z
  .object({
    paging: Paging.describe("Which block this is"),
    results: z.array(TokenFamily).describe("Families with a token that works, latest first"),
  })
  .meta({ id: "TokenFamilies" });

export const viewOf = (family: LiveFamily, present?: string): z.output<typeof TokenFamily> => ({
  id: family.id,
  application: { id: family.application_id, name: family.application_name },
  current: family.id === present,
  scopes: family.scopes,
  date_created: utcTimestamp(family.created_at),
  last_used: family.last_used_at && utcTimestamp(family.last_used_at),
  expires: utcTimestamp(family.expires_at),
});
