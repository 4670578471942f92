import { expect, it } from "vitest";
import { SandboxError } from "./sandbox-error.ts";

it("says what was asked, what the API says of it, and every cause", () => {
  const cause = [
    { code: "invalid", message: "ttl_seconds is above 86400", references: ["ttl_seconds"] },
    { code: "invalid", message: "from is unknown" },
  ];
  const body = { message: "The body is invalid", error: "bad_request", status: 400, cause };
  const error = new SandboxError("POST /_sandbox/worlds", 400, JSON.stringify(body));
  expect(error.message).toBe(
    "POST /_sandbox/worlds was answered 400: The body is invalid\n" +
      "  - ttl_seconds is above 86400\n  - from is unknown",
  );
  expect(error).toMatchObject({ name: "SandboxError", status: 400, error: "bad_request", causes: cause });
});

it("shows the beginning of an answer that is none of the API's", () => {
  const error = new SandboxError("GET /_sandbox/clock", 502, "<html>Bad Gateway</html>");
  expect(error.message).toBe("GET /_sandbox/clock was answered 502: <html>Bad Gateway</html>");
  expect(error).toMatchObject({ error: undefined, causes: [] });
});
