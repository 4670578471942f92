import { expect, it } from "vitest";
import { demoPersonas } from "./demo-personas.ts";
import { demoBuyers, demoUsers } from "./demo-users.ts";
import { addressIn, phoneIn } from "./site-addresses.ts";

const areaOfCity: Readonly<Record<string, string>> = {
  "Capital Federal": "11",
  "São Paulo": "11",
  Santiago: "2",
  "Ciudad de México": "55",
  Montevideo: "2",
};

it("the phone of each demo user has the area code of their city", () => {
  const all = [...Object.values(demoPersonas), ...demoUsers, ...demoBuyers];
  for (const { nickname, site_id, phone, place } of all.map((user) => ({ place: 0, ...user }))) {
    const city = addressIn(site_id, place)?.city.name ?? "";
    expect([nickname, phoneIn(site_id, phone).area_code]).toEqual([nickname, areaOfCity[city]]);
  }
});

it("a test user of a site without places has a phone without area code", () => {
  expect(addressIn("MLV")).toBeNull();
  expect(phoneIn("MLV", "123456789012")).toEqual({ area_code: "", number: "56789012" });
});
