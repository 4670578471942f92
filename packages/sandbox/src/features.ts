import { access } from "./access/access.resource.ts";
import { certifications } from "./certifications/certifications.resource.ts";
import { clock } from "./clock/clock.resource.ts";
import { tellsWorldTime } from "./clock/world-date.ts";
import { description } from "./description/description.resource.ts";
import { faults } from "./faults/faults.resource.ts";
import { injectNotificationFaults } from "./faults/notification-faults.ts";
import { injectRequestFaults } from "./faults/request-faults.ts";
import type { Feature } from "./feature.ts";
import { mail } from "./mail/mail.resource.ts";
import { notifications } from "./notifications/notifications.resource.ts";
import { recordAttempt, recordSending } from "./notifications/record-notification.ts";
import { profile } from "./profile/profile.resource.ts";
import { strictNotification, strictTimeout } from "./profile/strict-notifications.ts";
import { receivers } from "./receivers/receivers.resource.ts";
import { recordRequest } from "./requests/record-request.ts";
import { requests } from "./requests/requests.resource.ts";
import { scenarioResource } from "./scenarios/scenarios.resource.ts";
import { live } from "./stream/stream.resource.ts";
import { triggerResource } from "./triggers/triggers.resource.ts";
import { snapshots } from "./worlds/snapshots.resource.ts";
import { worlds } from "./worlds/worlds.resource.ts";

/**
 * The lab's features. A request meets their middleware in this order, and so does a notification: what is
 * first in the list is nearest to clients, and to the gateway that sends notifications.
 */
export const features: readonly Feature[] = [
  { resources: [description] },
  { resources: [worlds, snapshots, access] },
  { resources: [requests], onRequest: recordRequest },
  { resources: [notifications], onNotification: recordAttempt },
  { resources: [clock], onRequest: tellsWorldTime },
  { resources: [triggerResource, scenarioResource, certifications] },
  { resources: [faults], onRequest: injectRequestFaults, onNotification: injectNotificationFaults },
  { resources: [profile], onNotification: strictNotification },
  { resources: [live, mail, receivers] },
  // Behind all faults: it sees what receivers are sent.
  { onNotification: recordSending },
  // Nearest to receivers, so that an attempt which was given up is recorded as one that was sent, once.
  { onNotification: strictTimeout },
];
