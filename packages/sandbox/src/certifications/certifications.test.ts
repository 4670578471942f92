import { silentLogger, systemClock } from "@marketplace/server";
import { expect, test } from "vitest";
import { beginWorld } from "../worlds/begin-world.ts";
import { certificationsOf } from "./certifications.ts";

const { world, renew } = beginWorld(
  {
    id: "default",
    from: "demo",
    handle: (_req, res) => void res.end(),
    withDue: (work) => work([]),
  },
  { systemClock, log: silentLogger() },
);

test("a reset of the product's world forgets none", () => {
  const before = certificationsOf(world);
  renew();
  expect(certificationsOf(world)).toBe(before);
});

test("those whose worlds are still being made count as well; a failed one makes room", async () => {
  const { admit } = certificationsOf(world);
  const made = Promise.withResolvers<string>();
  const first = admit(2, () => made.promise);
  const failing = admit(2, () => Promise.reject(new Error("no world")));
  await expect(admit(2, async () => "third")).rejects.toMatchObject({ key: "too_many_certifications" });
  await expect(failing).rejects.toThrow("no world");
  expect(await admit(2, async () => "third")).toBe("third");
  made.resolve("first");
  expect(await first).toBe("first");
});
