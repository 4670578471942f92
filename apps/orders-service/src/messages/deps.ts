import type { OrdersDatabase } from "@marketplace/database/orders";
import {
  createObjectKeys,
  createUnownedObjectsRepo,
  type ObjectKeys,
  type ObjectStore,
  type UnownedObjectsRepo,
  uploadDisk,
} from "@marketplace/object-store";
import type { DiskReserve, DiskSpace, Logger, SystemClock } from "@marketplace/server";
import type { Config } from "../config.ts";
import { type AttachmentsRepo, createAttachmentsRepo } from "./attachments/attachments.repo.ts";
import { type ConversationsRepo, createConversationsRepo } from "./conversations.repo.ts";
import { createMessagesRepo, type MessagesRepo } from "./messages.repo.ts";

/** What messages and their attachments need besides the service's own dependencies. */
export interface MessagingDeps {
  conversations: ConversationsRepo;
  messages: MessagesRepo;
  attachments: AttachmentsRepo;
  unowned: UnownedObjectsRepo;
  objectKeys: ObjectKeys;
  store: ObjectStore;
  /** Whether receivers do not see messages with contact data. */
  moderation: boolean;
  /** Largest attachment, in bytes. */
  attachmentMaxBytes: number;
  /** Longest time to store one. */
  uploadTimeoutMs: number;
  /** The disk that uploads are written to. */
  uploadDisk: DiskReserve;
  sweepIntervalMs: number;
  sweepGraceMs: number;
}

interface MessagingParts {
  db: OrdersDatabase;
  log: Logger;
  store: ObjectStore;
  disks?: DiskSpace;
  systemClock?: SystemClock;
}

/** Creates them. */
export function createMessagingDeps(config: Config, parts: MessagingParts): MessagingDeps {
  const { db, store, systemClock } = parts;
  const unowned = createUnownedObjectsRepo(db);
  const sweepGraceMs = config.sweepGraceSeconds * 1_000;
  return {
    conversations: createConversationsRepo(db),
    messages: createMessagesRepo(db),
    attachments: createAttachmentsRepo(db),
    unowned,
    objectKeys: createObjectKeys({ prefix: "message-attachments/", unowned, sweepGraceMs, systemClock }),
    store,
    moderation: config.messageModeration,
    attachmentMaxBytes: config.attachmentMaxBytes,
    uploadTimeoutMs: config.uploadTimeoutSeconds * 1_000,
    uploadDisk: uploadDisk(config, parts),
    sweepIntervalMs: config.sweepIntervalSeconds * 1_000,
    sweepGraceMs,
  };
}
