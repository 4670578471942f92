import { text as textOf } from "node:stream/consumers";
import { startApp } from "@marketplace/testkit";
import { expect, test } from "vitest";
import { worldOfParameters } from "./credential-worlds.ts";
import { peek } from "./form-peek.ts";

/** Answers with the world that a body names, and with the body. */
const http = startApp(async (req, res) => {
  const { req: whole, parameters } = await peek(req);
  res.end(JSON.stringify({ world: worldOfParameters(parameters), body: await textOf(whole) }));
});

const fields = { grant_type: "client_credentials", client_id: "4711112345678901" };
const form = new URLSearchParams(fields).toString();
const json = JSON.stringify(fields);
const parts = Object.entries(fields).map(
  ([name, value]) => `--b-1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
);
const formType = "application/x-www-form-urlencoded";

test.each([
  ["a form", form, formType],
  ["JSON", json, "application/json"],
  ["a form called JSON", form, "application/json"],
  ["JSON called a form", ` ${json}`, formType],
  ["multipart", `${parts.join("")}--b-1--\r\n`, "multipart/form-data; boundary=b-1"],
])("the world of a client is read from %s, and the body stays to be read", async (_, body, type) => {
  const answer = await http.post("/oauth/token", { headers: { "Content-Type": type }, body });
  expect(answer.json()).toEqual({ world: "w47111", body });
});

test.each([
  ["multipart that is malformed", "nothing", "multipart/form-data; boundary=b-1"],
  ["JSON that is malformed", "{", "application/json"],
  ["JSON that is no object", "[1]", formType],
])("%s names no world", async (_, body, type) => {
  const answer = await http.post("/oauth/token", { headers: { "Content-Type": type }, body });
  expect(answer.json()).toEqual({ body });
});
