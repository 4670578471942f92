import { expect, it } from "vitest";
import { checkPassword } from "./password-check.service.ts";
import { verifyPassword } from "./passwords.service.ts";

it("an attempt that found no room to be verified is refused with 503, and counts for nothing", async () => {
  let counted = 0;
  const attempt = {
    blocks: undefined,
    succeed: async () => undefined,
    async withdraw() {
      counted -= 1;
    },
  };
  const throttle = {
    async admit() {
      counted += 1;
      return { kind: "attempt" as const, attempt };
    },
  };
  const credentials = { find: async () => undefined, nameOf: async (login: string) => login };
  // Nothing else of these is used before the password is verified.
  const parts = { credentials, throttle } as unknown as Parameters<typeof checkPassword>[0];
  const others = Array.from({ length: 66 }, () => verifyPassword("x", undefined));
  const claim = { login: "SOMEBODY", password: "x", browser: undefined, network: "203.0.113.7" };
  await expect(checkPassword(parts, claim)).rejects.toMatchObject({ status: 503 });
  expect(counted).toBe(0);
  await Promise.all(others);
});
