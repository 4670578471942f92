import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Document, Operation } from "./document.ts";
import type { Sent } from "./requests.ts";
import type { Came } from "./wire.ts";

/** Describes what is wrong with an answer; the same defect always gets the same text. */
export type Faults = string[];

/** Checks answers against the document and the conventions of every answer. */
export function checker(document: Document): (sent: Sent, came: Came) => Faults {
  const schemaFaults = validator(document);
  return (sent, came) => {
    const standard = [...commonFaults(sent, came), ...(came.status >= 400 ? errorFaults(sent, came) : [])];
    if (leadsElsewhere(sent, came)) return standard;
    // Skip reads with `attributes`, which omit required fields. Follow-ups check those.
    const sparse = came.status < 300 && /[?&]attributes=[^&]/.test(sent.target);
    const shape = sparse || isPage(came) ? [] : schemaFaults(sent.operation, came);
    return [...standard, ...statusFaults(sent, came), ...shape];
  };
}

/** A mutated path may be no route, or another one. Then only the conventions of all answers are checked. */
const leadsElsewhere = ({ astray }: Sent, { status, json }: Came): boolean =>
  astray && (status === 405 || status < 400 || errorOf(json)?.error === "resource not found");

/** Paths that answer browsers with pages, errors included. */
const pages = /^\/(?:authorization|sign_in|sign_out)(?:\/|$)/;

/** The consent page reports errors as HTML. */
export const isPage = ({ headers }: Came): boolean => String(headers["content-type"]).startsWith("text/html");

const errorOf = (json: unknown): Record<string, unknown> | undefined =>
  // Fields are read by name only.
  typeof json === "object" && json !== null ? (json as Record<string, unknown>) : undefined;

function commonFaults({ requestId }: Sent, { status, headers }: Came): Faults {
  const id = headers["x-request-id"];
  const wrongId = typeof id !== "string" || (requestId !== undefined && id !== requestId);
  return [
    ...(wrongId ? ["X-Request-Id is missing or not the one that was sent"] : []),
    ...(headers["x-content-type-options"] === "nosniff" ? [] : ["no nosniff"]),
    ...(headers["access-control-allow-origin"] === "*" ? [] : ["no CORS"]),
    ...(headers["set-cookie"] === undefined ? [] : ["a cookie"]),
    ...(status === 401 && !headers["www-authenticate"] ? ["401 without WWW-Authenticate"] : []),
    ...(status === 405 && !headers.allow ? ["405 without Allow"] : []),
    ...(status === 503 && !headers["retry-after"] ? ["503 without Retry-After"] : []),
  ];
}

const inside =
  /node_modules|\bat \S+ \(|\.ts:\d|prisma|postgres|SQLSTATE|ECONN|violates|TypeError|undefined/i;

function errorFaults({ operation, target }: Sent, { status, json, body, headers }: Came): Faults {
  if (pages.test(operation.path) && isPage({ status, json, body, headers })) return [];
  const error = errorOf(json);
  if (!error) return [`${status} without a JSON body`];
  const expected = ["message", "error", "status", "cause"];
  // decisions 1.1: only the token endpoint has an additional field for the error.
  if (target.startsWith("/oauth")) expected.push("error_description");
  const type = headers["content-type"] === "application/json; charset=utf-8";
  return [
    ...(Object.keys(error).toSorted().join() === expected.toSorted().join()
      ? []
      : [`error fields ${Object.keys(error)}`]),
    ...(error.status === status ? [] : ["status in the body differs"]),
    ...(Array.isArray(error.cause) && error.message !== "" ? [] : ["cause is no array, or no message"]),
    ...(type ? [] : ["content type of an error"]),
    ...(inside.test(body.toString().replaceAll(/params\.\S+|undefined field/g, ""))
      ? [`tells of its inside: ${operation.path}`]
      : []),
  ];
}

/** Spec, Invoices: the billing request answers 500 to a body that is empty or cannot be read. */
const demanded = ["The body of the request cannot be empty", "Error retrieving the body from the request"];

function statusFaults({ operation }: Sent, { status, json }: Came): Faults {
  const message = errorOf(json)?.message;
  const wanted =
    operation.path.endsWith("/fiscal_documents/request") && demanded.some((text) => text === message);
  const declared = String(status) in operation.responses || status === 304;
  return [
    ...(status >= 500 && !wanted ? [`5xx: ${status}`] : []),
    ...(declared ? [] : [`status ${status} is not declared: ${String(message)}`]),
  ];
}

function validator(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  ajv.addFormat("int64", true).addFormat("binary", true);
  ajv.addSchema({ $id: "document", components: document.components });
  const compiled = new Map<string, ValidateFunction | undefined>();
  const compile = ({ responses }: Operation, status: number) => {
    const schema = responses[status]?.content?.["application/json"]?.schema;
    const text = JSON.stringify(schema)?.replaceAll('"#/components', '"document#/components');
    return text === undefined ? undefined : ajv.compile(JSON.parse(text));
  };
  return (operation: Operation, { status, json }: Came): Faults => {
    const key = `${operation.operationId} ${status}`;
    if (!compiled.has(key)) compiled.set(key, compile(operation, status));
    const validate = compiled.get(key);
    if (!validate) return [];
    if (json === undefined) return status === 304 ? [] : [`${status} is not JSON`];
    if (validate(json)) return [];
    const { instancePath = "", message = "" } = validate.errors?.[0] ?? {};
    return [`schema of ${status}: ${instancePath.replaceAll(/\d+/g, "*")} ${message}`];
  };
}
