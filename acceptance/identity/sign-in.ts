/** A page as a browser without scripts sees it. */
export interface Page {
  status: number;
  /** Where it redirects to; empty when it does not. */
  location: string;
  text: string;
}

/** What somebody types on the sign-in page that `path` leads to. */
interface Typed {
  path: string;
  login: string;
  password: string;
}

/** A browser that keeps cookies and fills forms, and follows one redirect to the sign-in page. */
export function pagesOf(base: string, cookie = "") {
  const cookies = new Map(cookie === "" ? [] : cookie.split("; ").map((pair) => [nameOf(pair), pair]));
  const jar = () => [...cookies.values()].join("; ");

  async function ask(path: string, body?: URLSearchParams): Promise<Page> {
    const headers = { Accept: "text/html", Cookie: jar(), ...(body && { Origin: new URL(base).origin }) };
    const method = body ? "POST" : "GET";
    const answer = await fetch(new URL(path, base), {
      method,
      headers,
      body: body ?? null,
      redirect: "manual",
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      if (line.includes("Max-Age=0")) cookies.delete(nameOf(pair));
      else cookies.set(nameOf(pair), pair);
    }
    return {
      status: answer.status,
      location: answer.headers.get("location") ?? "",
      text: await answer.text(),
    };
  }

  return {
    /** The cookies so far. */
    get cookie() {
      return jar();
    },
    get: (path: string): Promise<Page> => ask(path),
    /** Sends the page's form with its hidden fields. */
    send: (page: Page, action: string, fields: Record<string, string> = {}): Promise<Page> =>
      ask(action, new URLSearchParams({ ...hiddenIn(page, action), ...fields })),
    async signIn({ path, login, password }: Typed): Promise<Page> {
      const first = await ask(path);
      const page = first.location === "" ? first : await ask(first.location);
      return this.send(page, "/sign_in", { login, password });
    },
  };
}

const nameOf = (pair: string): string => pair.split("=")[0] ?? "";

function hiddenIn({ text }: Page, action: string): Record<string, string> {
  const form = text.split("<form ").find((part) => part.includes(`action="${action}"`)) ?? "";
  const [inside = ""] = form.split("</form>");
  const fields = inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...fields].map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

/** The text of an HTML attribute. */
export const unescaped = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
