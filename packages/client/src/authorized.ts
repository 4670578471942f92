import { type Send, untilAborted } from "./send.ts";
import type { TokenSource } from "./token-source.ts";

/** Sends the token along; a request whose token is refused is sent once more with a new one. */
export function authorized(send: Send, tokens: TokenSource, baseUrl: string): Send {
  /** `GET /users/me` tells an unknown token from all else. Where it does not, the token counts as known. */
  async function isKnown(token: string, { signal }: Request): Promise<boolean> {
    const question = bearing(new Request(`${baseUrl}/users/me`, { signal }), token);
    const answer = await send(question).catch(() => undefined);
    signal.throwIfAborted();
    if (!answer) return true;
    const isRefused = (await verdictOn(answer, "GET")) === "refused";
    await answer.body?.cancel();
    return !isRefused;
  }

  return async (request) => {
    const { signal, method } = request;
    // Other calls wait for the same renewal: it goes on when this one ends.
    const token = await untilAborted(tokens.current(), signal);
    const again = request.clone();
    const answer = await send(bearing(request, token));
    const verdict = await verdictOn(answer, method);
    if (verdict === "accepted" || !tokens.isReplaceable()) return answer;
    if (verdict === "unclear" && (await isKnown(token, again))) return answer;
    const other = await untilAborted(tokens.replace(token), signal);
    if (other === undefined) return answer;
    await answer.body?.cancel();
    return send(bearing(again, other));
  };
}

function bearing(request: Request, token: string): Request {
  request.headers.set("Authorization", `Bearer ${token}`);
  return request;
}

/**
 * What an answer says of the token. The Flex switch of an item answers an unknown token as it answers a user
 * who is not the seller, and the answer to HEAD has no words: those are `unclear`. A 401 may also mean a
 * missing scope (Flex items); a new token would not help there.
 */
async function verdictOn(answer: Response, method: string): Promise<"accepted" | "refused" | "unclear"> {
  if (answer.status !== 401 && answer.status !== 403) return "accepted";
  if (method === "HEAD") return "unclear";
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof body !== "object" || body === null) return "accepted";
  if (answer.status === 401) return Reflect.get(body, "error") === "invalid_token" ? "refused" : "accepted";
  return Reflect.get(body, "message") === "wrong access token" ? "unclear" : "accepted";
}
