import { isJsonText } from "@marketplace/conventions";
import { credentialNames } from "@marketplace/record";

/** What stands where a secret was. */
export const hidden = "***";

/** `code` is a secret of forms, queries and requests; in answers it names the cause of an error. */
const secretParameters = new Set([...credentialNames, "code"]);

/** What is a secret by its form alone, cut or not. Access tokens say whose they are, which may be seen. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/APP_USR-(\d+)-[\w.]+(-\d+)?/g, `APP_USR-$1-${hidden}$2`],
  [/TG-[\w.]{8,}(?:-\d+)?/g, `TG-${hidden}`],
  [/SBX-[\w-]{8,}/g, `SBX-${hidden}`],
  [/whsec_[\w+/=%-]+/g, `whsec_${hidden}`],
];

const withoutForms = (text: string): string =>
  forms.reduce((shown, [form, replacement]) => shown.replace(form, replacement), text);

const ofJson = (names: readonly string[]) =>
  new RegExp(`"(${names.join("|")})"(\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|-?\\d[\\d.e+-]*)`, "gi");
const inRequest = ofJson([...secretParameters]);
const inAnswer = ofJson(credentialNames);
const recoveryCodes = /"recovery_codes"\s*:\s*\[[^\]]*\]?/g;

/** The text of JSON, whole or cut, without secrets. */
const withoutFields = (text: string, fields: RegExp): string =>
  text.replace(fields, `"$1"$2"${hidden}"`).replace(recoveryCodes, `"recovery_codes":["${hidden}"]`);

/** The text of a form, a query or an address, without secrets. */
export const maskParameters = (text: string): string =>
  withoutForms(
    text.replace(/(?<![^=&?#\s])([^=&?#\s]+)=([^&#\s]*)/g, (whole, name: string) =>
      secretParameters.has(decoded(name).toLowerCase()) ? `${name}=${hidden}` : whole,
    ),
  );

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/**
 * The text of a body without secrets. Clients label forms as JSON and JSON as forms, and the token endpoint
 * reads both: the text of a request decides what it is.
 */
export function maskBody(text: string, contentType: string, of: "request" | "answer"): string {
  if (of === "answer") return withoutForms(withoutFields(text, inAnswer));
  const masked = withoutFields(text, inRequest);
  if (isJsonText(text)) return withoutForms(masked);
  const boundary = boundaryOf(text, contentType);
  return boundary === undefined ? maskParameters(masked) : withoutForms(maskParts(masked, boundary));
}

/** What stands before the parts of a multipart form; of one that is labeled otherwise, as it begins. */
const boundaryOf = (text: string, contentType: string): string | undefined =>
  /boundary="?([^";]+)/i.exec(contentType)?.[1] ?? /^\s*--([^\r\n]+)/.exec(text)?.[1];

function maskParts(text: string, boundary: string): string {
  const delimiter = `--${boundary}`;
  return text.split(delimiter).map(maskPart).join(delimiter);
}

function maskPart(part: string): string {
  const head = /\r?\n\r?\n/.exec(part);
  if (!head) return part;
  const headers = part.slice(0, head.index + head[0].length);
  const name = /[;\s]name="?([^";\r\n]*)/i.exec(headers)?.[1] ?? "";
  if (!secretParameters.has(name.toLowerCase())) return part;
  return `${headers}${hidden}${/\r?\n$/.exec(part)?.[0] ?? ""}`;
}

const credentials = new Set(["authorization", "proxy-authorization"]);
const cookies = new Set(["cookie", "set-cookie"]);

/** The value of a header without secrets. */
export function maskHeader(name: string, value: string): string {
  const known = name.toLowerCase();
  if (credentials.has(known)) return maskCredential(value);
  if (cookies.has(known)) return value.replace(/(^|;)([^=;]+)=[^;]*/g, cookieWithout);
  return maskParameters(value);
}

/** Of a Bearer token that says whose it is, that stays. */
function maskCredential(value: string): string {
  const shown = withoutForms(value);
  return shown === value ? `${value.split(" ", 1)[0] ?? ""} ${hidden}`.trim() : shown;
}

const attributes = /^(?:path|domain|expires|max-age|samesite)$/i;
const cookieWithout = (whole: string, before: string, name: string): string =>
  attributes.test(name.trim()) ? whole : `${before}${name}=${hidden}`;
