import { randomInt } from "node:crypto";
import type { UserAddress } from "@marketplace/contracts";

type Place = Omit<UserAddress, "id">;

const place = (
  address_line: string,
  [cityId, cityName]: readonly [string, string],
  [zip_code, latitude, longitude]: readonly [string, number, number],
): Place => ({ address_line, city: { id: cityId, name: cityName }, zip_code, latitude, longitude });

const capitalFederal = ["TUxBQ0NBUGZlZG1sYQ", "Capital Federal"] as const;
const saoPaulo = ["BR-SP-44", "São Paulo"] as const;
const santiago = ["TUxDQ1NBTjk4M2M", "Santiago"] as const;

/** Real places where Flex delivers, by site; the first is where test users live. */
const places: Readonly<Record<string, readonly [Place, ...Place[]]>> = {
  MLA: [
    place("Honduras 4830", capitalFederal, ["1414", -34.5883, -58.4285]),
    place("Gorriti 5120", capitalFederal, ["1414", -34.5878, -58.4262]),
    place("Avenida Cabildo 2040", capitalFederal, ["1428", -34.5627, -58.4563]),
    place("Avenida Santa Fe 1860", capitalFederal, ["1123", -34.5955, -58.3935]),
  ],
  MLB: [
    place("Rua dos Pinheiros 870", saoPaulo, ["05422-001", -23.5654, -46.6836]),
    place("Rua Domingos de Morais 1200", saoPaulo, ["04010-200", -23.5838, -46.638]),
  ],
  MLC: [
    place("Avenida Providencia 1650", santiago, ["7500571", -33.4262, -70.6154]),
    place("Avenida Irarrázaval 2900", santiago, ["7750000", -33.4543, -70.6005]),
  ],
  MLM: [
    place(
      "Avenida Álvaro Obregón 151",
      ["TUxNQ0NVQTczMTI", "Ciudad de México"],
      ["06700", 19.4189, -99.1594],
    ),
  ],
  MCO: [place("Carrera 13 63-39", ["TUNPQ0JPRzEwNjI", "Bogotá D.C."], ["110231", 4.6486, -74.0644])],
  MLU: [place("Bulevar España 2500", ["TUxVQ01PTjcwZTM", "Montevideo"], ["11300", -34.9116, -56.1564])],
  MPE: [place("Avenida Larco 720", ["TUxQQ0xJTTEwMTI", "Lima"], ["15074", -12.1247, -77.0297])],
  MEC: [place("Avenida Amazonas N24-100", ["TUxFQ1FVSTI4NzY", "Quito"], ["170143", -0.2056, -78.4906])],
};

/** An address with an id of its own at the site's n-th place; null for a site without any. */
export function addressIn(siteId: string, index = 0): UserAddress | null {
  const found = places[siteId]?.[index];
  return found ? { id: randomInt(1_000_000_000, 2_000_000_000), ...found } : null;
}
