import type { Answer, Http } from "@marketplace/testkit";

/** A browser of a test: keeps cookies, fills forms, and follows no redirect by itself. */
export interface Browser {
  cookies: Map<string, string>;
  /** The Set-Cookie headers of the last answer, as they came. */
  lastSet: string[];
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends the page's form to `action`, its hidden fields with it. */
  submit(page: Answer, action: string, fields?: Record<string, string>): Promise<Answer>;
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  /** Opens the page at `path`, signs in and gives the answer to the form. */
  signIn(login: string, password: string, path?: string): Promise<Answer>;
}

export function browserOf(http: Http, extra: Record<string, string> = {}): Browser {
  const cookies = new Map<string, string>();
  const browser: Browser = { cookies, lastSet: [], get, submit, post, signIn };
  return browser;

  function headersWith(headers: Record<string, string>): Record<string, string> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return { Accept: "text/html,*/*", ...(cookie && { Cookie: cookie }), ...extra, ...headers };
  }
  function taken(answer: Answer): Answer {
    browser.lastSet = (answer.headers["set-cookie"] ?? "")
      .split(/, (?=[\w-]+=)/)
      .filter((line) => line !== "");
    for (const line of browser.lastSet) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }
  async function get(path: string, headers = {}): Promise<Answer> {
    return taken(await http.get(path, { headers: headersWith(headers) }));
  }
  async function post(path: string, fields: Record<string, string>, headers = {}): Promise<Answer> {
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(fields).toString();
    return taken(await http.post(path, { body, headers: headersWith({ ...type, ...headers }) }));
  }
  function submit(page: Answer, action: string, fields = {}): Promise<Answer> {
    return post(action, { ...hiddenIn(page, action), ...fields });
  }
  async function signIn(login: string, password: string, path = "/sign_in"): Promise<Answer> {
    return submit(await get(path), "/sign_in", { login, password });
  }
}

/** The hidden fields of a page's form. */
export function hiddenIn({ text }: Answer, action: string): Record<string, string> {
  const form = text.split("<form ").find((part) => part.includes(`action="${action}"`)) ?? "";
  const fields = form.split("</form>")[0]?.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...(fields ?? [])].map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

const unescaped = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** The text of a page's alert. */
export const alertOf = ({ text }: Answer): string | undefined =>
  /<p role="alert"[^>]*>([^<]*)</.exec(text)?.[1];
