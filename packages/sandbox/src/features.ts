import { description } from "./description/description.resource.ts";
import { faults } from "./faults/faults.resource.ts";
import { disturbNotification } from "./faults/notification-faults.ts";
import { disturbRequest } from "./faults/request-faults.ts";
import type { Feature } from "./feature.ts";
import { worlds } from "./worlds/worlds.resource.ts";

/**
 * The lab's features. A request meets their middleware in this order, and so does a notification: what is
 * first in the list is nearest to clients and receivers.
 */
export const features: readonly Feature[] = [
  { resources: [description] },
  { resources: [worlds] },
  { resources: [faults], onRequest: disturbRequest, onNotification: disturbNotification },
];
