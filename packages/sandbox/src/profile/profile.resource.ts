import type { z } from "zod";
import { operation, resource } from "../feature.ts";
import type { World } from "../world.ts";
import { ProfileBody, ProfileView } from "./profile.schema.ts";
import { strictnessOf } from "./strictness.ts";

function viewOf(world: World): z.output<typeof ProfileView> {
  const strictness = strictnessOf(world);
  const topics = strictness.off().map((key) => {
    const [application = "", topic = ""] = key.split(":");
    return { application_id: Number(application), topic };
  });
  return { profile: strictness.profile, switched_off: topics };
}

const getProfile = operation({
  id: "getProfile",
  method: "GET",
  path: "/_sandbox/profile",
  summary: "Says how kind the marketplace is",
  response: ProfileView,
  handle: ({ http }, deps) => viewOf(deps.worldOf(http.req)),
});

const putProfile = operation({
  id: "putProfile",
  method: "PUT",
  path: "/_sandbox/profile",
  summary: "Makes the marketplace kind or strict: quotas, impatience with receivers",
  body: ProfileBody,
  response: ProfileView,
  async handle({ body: { profile }, http }, deps) {
    const world = deps.worldOf(http.req);
    strictnessOf(world).set(profile);
    await world.publishFaults();
    return viewOf(world);
  },
});

/** Profiles: a kind marketplace, or one as strict as the real ones. */
export const profile = resource({
  name: "Profile",
  description: "How the marketplace treats its clients: kind, or as strict as public ones are",
  fields: ProfileView,
  operations: [getProfile, putProfile],
});
