import { setTimeout as wait } from "node:timers/promises";
import { json, pagingQuery, Reply, readAnonymousBytes, utcTimestamp } from "@marketplace/conventions";
import type { Request } from "express";
import type { z } from "zod";
import { type LabDeps, operation, publicOperation, resource } from "../feature.ts";
import { pageOf } from "../page.ts";
import { problems } from "../problems.ts";
import type { World } from "../world.ts";
import {
  AnyNotification,
  inboxParams,
  Received,
  ReceiverBody,
  ReceiverDetails,
  ReceiverPage,
  ReceiverView,
  receiverName,
} from "./receivers.schema.ts";
import { bodyKept, note, type Receiver, type Reception, receiversOf } from "./receivers.ts";

const viewOf = (
  { name, status, delayMs, count }: Receiver,
  { world, baseUrl }: { world: World; baseUrl: string },
): z.output<typeof ReceiverView> => ({
  name,
  url: `${baseUrl}/_sandbox/receivers/${world.id}/${name}/inbox`,
  status,
  delay_ms: delayMs,
  received: count,
});

function receptionView({ at, headers, body, status }: Reception) {
  return { at: utcTimestamp(at), headers, body, notification: parsed(body), status };
}

function parsed(text: string): z.core.util.JSONType {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function found(name: string, world: World): Receiver {
  const receiver = receiversOf(world).find(name);
  if (!receiver) throw problems.receiver_not_found({ name });
  return receiver;
}

const about = (req: Request, { worldOf, baseUrl }: LabDeps) => ({ world: worldOf(req), baseUrl });

const listReceivers = operation({
  id: "listReceivers",
  method: "GET",
  path: "/_sandbox/receivers",
  summary: "Lists the hosted receivers of the world",
  query: pagingQuery,
  response: ReceiverPage,
  handle({ query, http }, deps) {
    const where = about(http.req, deps);
    return pageOf(receiversOf(where.world).list(), query, (one) => viewOf(one, where));
  },
});

const putReceiver = operation({
  id: "putReceiver",
  method: "PUT",
  path: "/_sandbox/receivers/{name}",
  summary: "Makes a hosted receiver, or changes what it answers from now on",
  example: "/_sandbox/receivers/my-app",
  params: receiverName,
  body: ReceiverBody,
  response: ReceiverView,
  handle({ params: { name }, body, http }, deps) {
    const where = about(http.req, deps);
    const settings = { status: body.status, delayMs: body.delay_ms };
    return viewOf(receiversOf(where.world).put(name, settings), where);
  },
});

const getReceiver = operation({
  id: "getReceiver",
  method: "GET",
  path: "/_sandbox/receivers/{name}",
  summary: "Reads a hosted receiver with what it got, newest first",
  example: "/_sandbox/receivers/my-app",
  params: receiverName,
  query: pagingQuery,
  response: ReceiverDetails,
  errors: [problems.receiver_not_found],
  handle({ params: { name }, query, http }, deps) {
    const where = about(http.req, deps);
    const receiver = found(name, where.world);
    return { ...viewOf(receiver, where), ...pageOf(receiver.received, query, receptionView) };
  },
});

const deleteReceiver = operation({
  id: "deleteReceiver",
  method: "DELETE",
  path: "/_sandbox/receivers/{name}",
  summary: "Ends a hosted receiver, with what it got",
  example: "/_sandbox/receivers/my-app",
  params: receiverName,
  status: 204,
  errors: [problems.receiver_not_found],
  handle({ params: { name }, http }, deps) {
    if (!receiversOf(deps.worldOf(http.req)).remove(name)) throw problems.receiver_not_found({ name });
  },
});

const postToInbox = publicOperation({
  id: "postToInbox",
  method: "POST",
  path: "/_sandbox/receivers/{world}/{name}/inbox",
  summary: "Takes any notification, and answers what the receiver was told to",
  example: "/_sandbox/receivers/default/my-app/inbox",
  params: inboxParams,
  body: AnyNotification,
  // Signatures are over the bytes.
  upload: "application/json",
  response: Received,
  errors: [problems.world_not_found, problems.receiver_not_found],
  async handle({ params: { world: id, name }, http: { req, res } }, { worlds }) {
    const world = worlds.find(id);
    if (!world) throw problems.world_not_found({ id });
    const receiver = found(name, world);
    const { status, delayMs } = receiver;
    const bytes = await readAnonymousBytes(req, res);
    // Header values that may repeat are arrays; here they are joined.
    const headers = Object.fromEntries(
      Object.entries(req.headers).map(([header, value]) => [header, [value].flat().join(", ")]),
    );
    note(receiver, { at: new Date(), headers, body: bytes.toString("utf8", 0, bodyKept), status });
    await wait(delayMs, undefined, { ref: false, signal: world.epoch.ended }).catch(() => {});
    return status === 204 || status === 304
      ? new Reply(status, { kind: "empty" })
      : json({ received: receiver.count }, { status });
  },
});

/** Endpoints for notifications, so that no tunnel and no server of one's own is needed. */
export const receivers = resource({
  name: "Receivers",
  description: "Endpoints in the product that take notifications, keep them, and answer what they are told",
  fields: ReceiverView,
  operations: [listReceivers, putReceiver, getReceiver, deleteReceiver, postToInbox],
});
