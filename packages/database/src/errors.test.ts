import { expect, test } from "vitest";
import { DatabaseUnavailable, isOutOfPlace, toDatabaseError } from "./errors.ts";

const failure = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.7:5432`), { code });

test.each([
  "ECONNREFUSED",
  // A machine that is gone, which the network tells in place of it.
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ECONNABORTED",
  // A session that the server has ended for being idle.
  "25P03",
  "57P05",
])("%s says that the database is away, also below an error of Prisma", (code) => {
  expect(toDatabaseError(failure(code))).toBeInstanceOf(DatabaseUnavailable);
  const ofPrisma = Object.assign(new Error("raw query failed"), {
    code: "P2010",
    meta: { driverAdapterError: new Error("DriverAdapterError", { cause: failure(code) }) },
  });
  expect(toDatabaseError(ofPrisma)).toBeInstanceOf(DatabaseUnavailable);
});

test.each(["23505", "22012", "ENOENT"])("%s does not", (code) => {
  const error = failure(code);
  expect(toDatabaseError(error)).toBe(error);
});

test("a row that home refuses is known by its constraint, also below an error of Prisma", () => {
  const violated = (constraint: string) =>
    Object.assign(new Error(`new row for relation "t" violates check constraint "${constraint}"`), {
      code: "23514",
      constraint,
    });
  const { code: originalCode, message } = violated("orders_not_of_mla");
  const ofPrisma = Object.assign(new Error("create failed"), {
    code: "P2010",
    meta: { driverAdapterError: new Error("DriverAdapterError", { cause: { originalCode, message } }) },
  });
  const isMlaOutOfPlace = (error: unknown) => isOutOfPlace(error, "MLA");
  expect([violated("questions_not_of_mla"), ofPrisma].map(isMlaOutOfPlace)).toEqual([true, true]);
  const others = [violated("questions_not_of_mlb"), violated("quantity_not_negative"), failure("23505")];
  expect(others.map(isMlaOutOfPlace)).toEqual([false, false, false]);
  expect(isOutOfPlace(violated("questions_not_of_mla"), "ML(")).toBe(false);
});
