import type { RequestHandler } from "express";

const oneSegment = /^\/[^/]*$/;
const encodedDelimiter = /%(?:2f|3f)/i;
const delimiters = /%(?:2f|3f|3d|26|25)/gi;

/**
 * Decodes a path that came as one encoded segment (`/questions%2Fsearch%3Fitem%3DMLA1?access_token=…`):
 * existing clients encode whole paths. An encoded slash beside a plain one is data and stays.
 */
export const encodedPath: RequestHandler = (req, _res, next) => {
  const mark = req.url.indexOf("?");
  const path = mark < 0 ? req.url : req.url.slice(0, mark);
  if (oneSegment.test(path) && encodedDelimiter.test(path)) {
    const decoded = path.replace(delimiters, (found) => decodeURIComponent(found));
    const rest = mark < 0 ? "" : (decoded.includes("?") ? "&" : "?") + req.url.slice(mark + 1);
    req.url = decoded + rest;
    req.originalUrl = req.url;
  }
  next();
};
