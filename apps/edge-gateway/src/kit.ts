import { kit } from "@marketplace/conventions";
import type { Deps } from "./deps.ts";

/** The kit's declaring functions, bound to what this service's handlers receive. */
export const { operation, publicOperation, resource } = kit<Deps>();
