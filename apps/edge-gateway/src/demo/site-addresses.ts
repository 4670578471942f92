import { randomInt } from "node:crypto";
import type { UserAddress } from "@marketplace/contracts";

type Place = Omit<UserAddress, "id">;

type Named = Place["city"];

/** A city and its state. */
const town = (city: Named, state: Named): Pick<Place, "city" | "state"> => ({ city, state });

const place = (
  address_line: string,
  where: Pick<Place, "city" | "state">,
  [zip_code, latitude, longitude]: readonly [string, number, number],
): Place => ({ address_line, ...where, zip_code, latitude, longitude });

const capitalFederal = town(
  { id: "TUxBQ0NBUGZlZG1sYQ", name: "Capital Federal" },
  { id: "AR-C", name: "Capital Federal" },
);
const saoPaulo = town({ id: "BR-SP-44", name: "São Paulo" }, { id: "BR-SP", name: "São Paulo" });
const santiago = town(
  { id: "TUxDQ1NBTjk4M2M", name: "Santiago" },
  { id: "CL-RM", name: "Región Metropolitana" },
);
const mexico = town(
  { id: "TUxNQ0NVQTczMTI", name: "Ciudad de México" },
  { id: "MX-CMX", name: "Ciudad de México" },
);
const bogota = town({ id: "TUNPQ0JPRzEwNjI", name: "Bogotá D.C." }, { id: "CO-DC", name: "Bogotá D.C." });
const montevideo = town({ id: "TUxVQ01PTjcwZTM", name: "Montevideo" }, { id: "UY-MO", name: "Montevideo" });
const lima = town({ id: "TUxQQ0xJTTEwMTI", name: "Lima" }, { id: "PE-LIM", name: "Lima" });
const quito = town({ id: "TUxFQ1FVSTI4NzY", name: "Quito" }, { id: "EC-P", name: "Pichincha" });

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
  MLM: [place("Avenida Álvaro Obregón 151", mexico, ["06700", 19.4189, -99.1594])],
  MCO: [place("Carrera 13 63-39", bogota, ["110231", 4.6486, -74.0644])],
  MLU: [place("Bulevar España 2500", montevideo, ["11300", -34.9116, -56.1564])],
  MPE: [place("Avenida Larco 720", lima, ["15074", -12.1247, -77.0297])],
  MEC: [place("Avenida Amazonas N24-100", quito, ["170143", -0.2056, -78.4906])],
};

/** An address with an id of its own at the site's n-th place; null for a site without any. */
export function addressIn(siteId: string, index = 0): UserAddress | null {
  const found = places[siteId]?.[index];
  return found ? { id: randomInt(1_000_000_000, 2_000_000_000), ...found } : null;
}

/** The area code of each site's places, and how many digits follow it. */
const areas: Readonly<Record<string, readonly [code: string, digits: number]>> = {
  MLA: ["11", 8],
  MLB: ["11", 8],
  MLC: ["2", 8],
  MLM: ["55", 8],
  MCO: ["601", 7],
  MLU: ["2", 7],
  MPE: ["1", 7],
  MEC: ["2", 7],
};

/** A phone at the site's places that ends with these digits; without area code for a site without any. */
export function phoneIn(siteId: string, digits: string): { area_code: string; number: string } {
  const [area_code, length] = areas[siteId] ?? ["", 8];
  return { area_code, number: digits.slice(-length) };
}
