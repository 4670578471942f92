import { expect, it } from "vitest";
import { verifyPassword } from "./passwords.service.ts";

it("many passwords at once take bounded memory: what is too much is refused with 503", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword("x", undefined)));
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(80 - 2 - 64);
  expect(refused[0]).toMatchObject({ reason: { status: 503 } });
  expect(await verifyPassword("x", undefined)).toBe(false);
});
