import { expect, it } from "vitest";
import { localUrl } from "./local-url.ts";

it.each([
  ["127.0.0.1", "http://127.0.0.1:8080"],
  ["0.0.0.0", "http://127.0.0.1:8080"],
  ["::", "http://[::1]:8080"],
  ["::1", "http://[::1]:8080"],
  ["localhost", "http://localhost:8080"],
])("listening on %s is reached at %s", (host, url) => {
  expect(localUrl(host, 8080)).toBe(url);
});
