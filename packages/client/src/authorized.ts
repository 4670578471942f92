import type { Send } from "./send.ts";
import type { TokenSource } from "./token-source.ts";

/** Sends the token along; a request whose token is refused is sent once more with a new one. */
export function authorized(send: Send, tokens: TokenSource): Send {
  return async (request) => {
    const token = await tokens.current();
    const again = request.clone();
    const answer = await send(bearing(request, token));
    if (!(await isRefusedToken(answer))) return answer;
    const other = await tokens.replace(token);
    if (other === undefined) return answer;
    await answer.body?.cancel();
    return send(bearing(again, other));
  };
}

function bearing(request: Request, token: string): Request {
  request.headers.set("Authorization", `Bearer ${token}`);
  return request;
}

/** A 401 may also mean a missing scope (Flex items); a new token would not help there. */
async function isRefusedToken(answer: Response): Promise<boolean> {
  if (answer.status !== 401) return false;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === "object" && body !== null && Reflect.get(body, "error") === "invalid_token";
}
