import { z } from "zod";

/** How the marketplace of a world treats its clients. */
export const profiles = ["kind", "strict"] as const;

export const ProfileBody = z
  .strictObject({
    profile: z.enum(profiles).describe("`kind` is how it begins; `strict` is how the real ones are"),
  })
  .meta({ id: "ProfileBody" });

export const ProfileView = z
  .object({
    profile: z.enum(profiles).describe("The profile of the world"),
    switched_off: z
      .array(
        z.object({
          application_id: z.int().describe("Application whose receiver kept failing"),
          topic: z.string().describe("Topic that it is not notified of any more"),
        }),
      )
      .describe("Topics that were switched off; to set the profile again switches them on"),
  })
  .meta({ id: "Profile" });
