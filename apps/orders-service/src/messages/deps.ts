import type { OrdersDatabase } from "@marketplace/database/orders";
import {
  createObjectKeys,
  createUnownedObjectsRepo,
  gatedStore,
  lazyStore,
  type ObjectKeys,
  type ObjectStore,
  observedStore,
  openObjectStore,
  type UnownedObjectsRepo,
  uploadDisk,
} from "@marketplace/object-store";
import type { DiskReserve, DiskSpace, Logger, StorageGates, SystemClock } from "@marketplace/server";
import type { Telemetry } from "@marketplace/telemetry";
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
}

interface MessagingParts {
  db: OrdersDatabase;
  log: Logger;
  telemetry: Telemetry;
  store?: ObjectStore;
  disks?: DiskSpace;
  systemClock?: SystemClock;
  gates?: StorageGates | undefined;
}

/** Creates them. The object store opens at its first use, so that it may be down at the start. */
export function createMessagingDeps(config: Config, parts: MessagingParts): MessagingDeps {
  const { db, telemetry, systemClock } = parts;
  const opened = parts.store ?? lazyStore(() => openObjectStore(config.store));
  const unowned = createUnownedObjectsRepo(db);
  const sweepGraceMs = config.sweepGraceSeconds * 1_000;
  return {
    conversations: createConversationsRepo(db),
    messages: createMessagesRepo(db),
    attachments: createAttachmentsRepo(db),
    unowned,
    objectKeys: createObjectKeys({ prefix: "message-attachments/", unowned, sweepGraceMs, systemClock }),
    store: observedStore(gatedStore(opened, parts.gates?.objectStore), config.store.driver, telemetry),
    moderation: config.messageModeration,
    attachmentMaxBytes: config.attachmentMaxBytes,
    uploadTimeoutMs: config.uploadTimeoutSeconds * 1_000,
    uploadDisk: uploadDisk(config, parts),
    sweepIntervalMs: config.sweepIntervalSeconds * 1_000,
  };
}
