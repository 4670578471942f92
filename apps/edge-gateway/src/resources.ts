import type { Resource } from "@marketplace/conventions";
import { applications } from "./applications/applications.resource.ts";
import type { Deps } from "./deps.ts";
import { users } from "./users/users.resource.ts";

/** What the gateway answers itself. */
export const resources: readonly Resource<Deps>[] = [users, applications];
