/** Characters that browsers drop or reinterpret. */
const unwritten = /[\s\p{C}\\]/u;
const web = /^https?:\/\/[^/]/i;
const loopbackHosts = ["127.0.0.1", "[::1]", "localhost"];
/** A private-use scheme (RFC 8252, 7.1): a reverse domain name. Its dot tells it from browsers' schemes. */
const privateUse = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:\//i;

/** Why the redirect URI is not allowed; `undefined` when it is. */
export function issueOfRedirect(text: string): string | undefined {
  if (unwritten.test(text)) return "must not contain spaces, backslashes or control characters";
  if (text.includes("#")) return "must not have a fragment";
  const url = URL.parse(text);
  if (!url) return "must be an absolute URL";
  if (url.username !== "" || url.password !== "") return "must not contain credentials";
  if (web.test(text) && (url.protocol === "https:" || loopbackHosts.includes(url.hostname))) return undefined;
  if (privateUse.test(text)) return undefined;
  return "must be https, http on 127.0.0.1, [::1] or localhost, or of a scheme such as com.example.app:/";
}

/** Whether the application registered the URI and today's rules still allow it. */
export const mayRedirect = ({ redirect_uris }: { redirect_uris: readonly string[] }, uri: string): boolean =>
  redirect_uris.includes(uri) && issueOfRedirect(uri) === undefined;
