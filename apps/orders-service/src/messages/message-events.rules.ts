import type { OccurredEvent } from "@marketplace/events";

interface Notified {
  /** The message's id, which alone is the resource. */
  id: string;
  userId: number;
  action: "created" | "read";
  at: Date;
}

/** The event of a message: its receiver hears that it was created, its sender that it was read. */
export const messageEvent = ({ id, userId, action, at }: Notified): OccurredEvent => ({
  topic: "messages",
  resource: id,
  userId,
  occurredAt: at,
  actions: [action],
});
