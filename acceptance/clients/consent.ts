import { expect } from "vitest";
import { get, post } from "../api/api.ts";
import { applications, type Person } from "../api/world.ts";

export const {
  client_id: clientId,
  client_secret: clientSecret,
  redirect_uri: redirectUri,
} = applications.default;

const asked = { response_type: "code", client_id: clientId, redirect_uri: redirectUri };

/** Opens the consent page at `address`, signs in, allows the application and returns the code. */
export async function allow(as: Person, address?: string): Promise<string> {
  const page = await get(address ?? `/authorization?${new URLSearchParams(asked)}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain(as.nickname);
  const answered = { ...asked, user_id: `${as.id}`, decision: "allow" };
  const answer = await post("/authorization", {
    body: new URLSearchParams(answered),
  });
  expect(answer.status).toBe(302);
  const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code");
  if (code === null) throw new Error("the consent page sent no code back");
  return code;
}
