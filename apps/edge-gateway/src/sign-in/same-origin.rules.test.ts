import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { maySendForms } from "./same-origin.rules.ts";

type Headers = Record<string, string>;
const may = (headers: Headers) =>
  // Only the headers are read.
  maySendForms(
    { headers: { host: "127.0.0.1:8080", ...headers } } as unknown as IncomingMessage,
    "https://api.example",
  );

describe("a form", () => {
  it.each<Headers>([
    {},
    { origin: "https://api.example" },
    { origin: "http://127.0.0.1:8080" },
    { host: "localhost:8080", origin: "http://localhost:8080" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    // A page without referrer sends no origin beside its site.
    { "sec-fetch-site": "same-origin", origin: "null" },
  ])("is taken from our own pages: %j", (headers) => {
    expect(may(headers)).toBe(true);
  });

  it.each<Headers>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "" },
    { origin: "https://api.example.evil.example" },
    { origin: "https://api.example:8443" },
    { origin: "http://api.example" },
    { origin: "http://127.0.0.1:8081" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: "https://api.example" },
    { "sec-fetch-site": "" },
  ])("is refused from others: %j", (headers) => {
    expect(may(headers)).toBe(false);
  });
});
