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
  new RegExp(`"(${names.join("|")})"(\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"?`, "gi");
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

/** The text of a body without secrets. */
export function maskBody(text: string, contentType: string, of: "request" | "answer"): string {
  if (contentType.includes("urlencoded")) return maskParameters(text);
  return withoutForms(withoutFields(text, of === "request" ? inRequest : inAnswer));
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
