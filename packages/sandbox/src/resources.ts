import { features } from "./features.ts";

/** The lab's resources. */
export const resources = features.flatMap((feature) => feature.resources ?? []);
