import { TOTP } from "otpauth";
import { expect } from "vitest";
import type { Gateway } from "../../gateway.fixture.ts";

type Name = keyof Gateway["demo"]["users"];

/** What an authenticator app shows for a secret at the gateway's time, or some steps off. */
export const codeOf = ({ clock }: Pick<Gateway, "clock">, secret: string, steps = 0): string =>
  TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: clock.now().getTime() + steps * 30_000 });

/** Second factors by API, and operators of a test. */
export function totpOf(gateway: Gateway) {
  const { http, demo, bearer, clock } = gateway;
  const of = (name: Name) => `/users/${demo.users[name].id}/totp`;
  const api = {
    of,
    read: (name: Name, by = name) => http.get(of(name), bearer(by)),
    begin: (name: Name, by = name) => http.post(of(name), { ...bearer(by), body: undefined }),
    confirm: (name: Name, code: string, by = name) => http.put(of(name), { ...bearer(by), body: { code } }),
    remove: (name: Name, by: Name, code?: string) =>
      http.delete(of(name), { ...bearer(by), ...(code !== undefined && { body: { code } }) }),
    /** Enrolls somebody; the next step begins then, so that its code is a fresh one. */
    async enroll(name: Name): Promise<{ secret: string; codes: string[] }> {
      const { secret } = (await api.begin(name)).json<{ secret: string }>();
      const answer = await api.confirm(name, codeOf(gateway, secret));
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
      clock.advance(30_000);
      return { secret, codes: answer.json<{ recovery_codes: string[] }>().recovery_codes };
    },
  };
  return api;
}
