import type { Request, Response } from "express";
import type { Conventions } from "../declare/conventions.ts";
import { type Exchange, exchangeOf } from "../request/exchange.ts";
import { corsHeaders } from "./cors.ts";

/** Sets the headers of every answer before anything can fail. */
export function begin(
  req: Request,
  res: Response,
  { jsonp = true, crossOrigin = true }: Pick<Conventions, "jsonp" | "crossOrigin">,
): Exchange {
  const exchange = exchangeOf(req, res, { jsonp });
  // A middleware in front may have made the exchange for resources, whose answers can be wrapped.
  if (!jsonp) exchange.callback = undefined;
  res.setHeader("X-Request-Id", exchange.requestId);
  res.setHeader("X-Content-Type-Options", "nosniff");
  if (crossOrigin) for (const [name, value] of corsHeaders(req)) res.setHeader(name, value);
  return exchange;
}
