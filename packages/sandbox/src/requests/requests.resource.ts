import { Readable } from "node:stream";
import { bytes, pagingQuery, stream, utcTimestamp } from "@marketplace/conventions";
import type { Request } from "express";
import manifest from "../../package.json" with { type: "json" };
import { type LabDeps, operation, resource } from "../feature.ts";
import { deliveriesOf } from "../notifications/delivery-log.ts";
import { viewOf as notificationView } from "../notifications/notification-view.ts";
import { pageOf } from "../page.ts";
import { problems } from "../problems.ts";
import type { World } from "../world.ts";
import { curlOf } from "./curl.ts";
import { harOf } from "./har.ts";
import { operationOf } from "./operations.ts";
import type { Recorded } from "./recorded.ts";
import { replay } from "./replay.ts";
import { requestsOf } from "./request-log.ts";
import { errorOf, isWanted, objectOf, shownAnswer, shownRequest, viewOf } from "./request-view.ts";
import {
  RequestDetails,
  RequestPage,
  RequestView,
  requestFilters,
  requestId,
  requestQuery,
  UnservedPage,
} from "./requests.schema.ts";

const found = (id: string, world: World): Recorded => {
  const recorded = requestsOf(world).find(id);
  if (!recorded) throw problems.request_not_found({ id });
  return recorded;
};

async function detailsOf(recorded: Recorded, world: World) {
  const [request, answer] = [shownRequest(recorded), shownAnswer(recorded)];
  return {
    ...viewOf(recorded),
    operation: (await operationOf(world, recorded)) ?? null,
    request: { ...request, headers: objectOf(request.headers) },
    answer: { ...answer, headers: objectOf(answer.headers) },
    error: errorOf(recorded, answer),
    notifications: deliveriesOf(world).causedBy(recorded.id).map(notificationView),
  };
}

const listRequests = operation({
  id: "listRequests",
  method: "GET",
  path: "/_sandbox/requests",
  summary: "Lists the latest requests of the world, newest first",
  query: requestQuery,
  response: RequestPage,
  handle({ query, http }, deps) {
    const { skipped } = requestsOf(deps.worldOf(http.req));
    return { ...pageOf(wantedOf(http.req, query, deps), query, viewOf), not_recorded: skipped };
  },
});

const getRequest = operation({
  id: "getRequest",
  method: "GET",
  path: "/_sandbox/requests/{request_id}",
  summary: "Reads one request with its answer, its operation, its error, and the notifications it caused",
  params: requestId,
  response: RequestDetails,
  errors: [problems.request_not_found],
  handle({ params: { request_id: id }, http }, deps) {
    const world = deps.worldOf(http.req);
    return detailsOf(found(id, world), world);
  },
});

const replayRequest = operation({
  id: "replayRequest",
  method: "POST",
  path: "/_sandbox/requests/{request_id}/replay",
  summary: "Sends the request again, with its credential, and shows the new one",
  params: requestId,
  status: 201,
  response: RequestDetails,
  errors: [problems.request_not_found, problems.body_not_kept, problems.not_answered],
  async handle({ params: { request_id: id }, http }, deps) {
    const world = deps.worldOf(http.req);
    const recorded = found(id, world);
    if (recorded.requestBody?.cut) throw problems.body_not_kept();
    const repeated = await replay({ world, recorded, socket: http.req.socket });
    const repetition = requestsOf(world).find(repeated);
    if (!repetition) throw problems.not_answered();
    repetition.replayOf = id;
    return detailsOf(repetition, world);
  },
});

const getRequestAsCurl = operation({
  id: "getRequestAsCurl",
  method: "GET",
  path: "/_sandbox/requests/{request_id}/curl",
  summary: "Gives the request as a command line, with `$ACCESS_TOKEN` for its token",
  params: requestId,
  file: "text/plain",
  errors: [problems.request_not_found],
  handle({ params: { request_id: id }, http }, deps) {
    const command = curlOf(found(id, deps.worldOf(http.req)), deps.baseUrl);
    return bytes(Buffer.from(command), "text/plain; charset=utf-8");
  },
});

const getRequestsAsHar = operation({
  id: "getRequestsAsHar",
  method: "GET",
  path: "/_sandbox/requests.har",
  summary: "Gives the requests as an HTTP Archive (HAR 1.2), oldest first",
  query: requestFilters,
  file: "application/json",
  handle({ query, http }, deps) {
    const wanted = wantedOf(http.req, query, deps).reverse();
    const pieces = harOf(wanted, { baseUrl: deps.baseUrl, version: manifest.version });
    return stream(Readable.from(pieces), { contentType: "application/json; charset=utf-8" });
  },
});

const wantedOf = (req: Request, query: Parameters<typeof isWanted>[1], deps: LabDeps): Recorded[] =>
  [...requestsOf(deps.worldOf(req)).latest()].filter((one) => isWanted(one, query));

const listUnserved = operation({
  id: "listUnserved",
  method: "GET",
  path: "/_sandbox/unserved",
  summary: "Lists the paths that clients called and that do not exist here, the most called first",
  query: pagingQuery,
  response: UnservedPage,
  handle({ query, http }, deps) {
    return pageOf(requestsOf(deps.worldOf(http.req)).unserved.list(), query, ({ lastAt, ...one }) => ({
      ...one,
      last_at: utcTimestamp(new Date(lastAt)),
    }));
  },
});

/** What clients asked of a world, and what they were answered. */
export const requests = resource({
  name: "Requests",
  description: "The latest 10 000 requests of the world with their answers, without secrets",
  fields: RequestView,
  operations: [listRequests, getRequest, replayRequest, getRequestAsCurl, getRequestsAsHar, listUnserved],
});
