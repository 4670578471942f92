import type { Request, Response } from "express";
import { type Exchange, exchangeOf } from "../request/exchange.ts";
import { corsHeaders } from "./cors.ts";

/** Sets the headers of every answer before anything can fail. */
export function begin(req: Request, res: Response, { jsonp = true }: { jsonp?: boolean }): Exchange {
  const exchange = exchangeOf(req, res, { jsonp });
  res.setHeader("X-Request-Id", exchange.requestId);
  res.setHeader("X-Content-Type-Options", "nosniff");
  for (const [name, value] of corsHeaders(req)) res.setHeader(name, value);
  return exchange;
}
