import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestMiddleware } from "../world.ts";
import { KeptBody } from "./kept-body.ts";
import { Recorded } from "./recorded.ts";
import { requestsOf } from "./request-log.ts";

/**
 * Records a request with its answer as it passes by. It reads nothing that the product does not read, and
 * holds neither the request nor the response after the end.
 */
export const recordRequest: RequestMiddleware = (world, { req, res }, next) => {
  const log = requestsOf(world);
  if (!log.admits()) return next();
  const recorded = new Recorded(req.method ?? "GET", req.url ?? "", req.rawHeaders);
  let ended = false;
  const end = (complete: boolean) => {
    if (ended) return;
    ended = true;
    recorded.setHeaders = res.getHeaders();
    recorded.end(res.headersSent ? res.statusCode : undefined, complete);
    log.add(recorded);
  };
  if (hasBody(req)) recorded.requestBody = keepRequestBody(req);
  keepAnswer(res, recorded, end);
  res.once("close", () => end(res.writableFinished));
  next();
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers["content-length"] ?? "0") !== "0" || headers["transfer-encoding"] !== undefined;

/** `push` is where the body arrives, whichever way it is read later. */
function keepRequestBody(req: IncomingMessage): KeptBody {
  const body = new KeptBody();
  const push = req.push;
  req.push = (chunk: unknown, encoding?: BufferEncoding) => {
    body.take(chunk, encoding);
    return push.call(req, chunk, encoding);
  };
  return body;
}

/**
 * Wraps the functions of the response. The answer counts as ended in the call that ends it, so that a client
 * that has received it finds it recorded.
 */
function keepAnswer(res: ServerResponse, recorded: Recorded, end: (complete: boolean) => void): void {
  const before = { writeHead: res.writeHead, write: res.write, end: res.end };
  const { answerBody } = recorded;
  const own = {
    writeHead(...given: unknown[]) {
      const head = given.at(-1);
      if (typeof head === "object") recorded.head = head;
      return Reflect.apply(before.writeHead, res, given);
    },
    write(...given: unknown[]) {
      answerBody.take(given[0], given[1]);
      return Reflect.apply(before.write, res, given);
    },
    end(...given: unknown[]) {
      answerBody.take(given[0], given[1]);
      const result = Reflect.apply(before.end, res, given);
      end(!res.destroyed);
      return result;
    },
  };
  Object.assign(res, own);
}
