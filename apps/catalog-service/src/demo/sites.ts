export type SiteLanguage = "es" | "pt";

/** A site of the marketplace: `country_id` is ISO 3166-1 alpha-2, `time_zone` an IANA zone. */
export interface Site {
  readonly id: string;
  readonly name: string;
  readonly country_id: string;
  readonly default_currency_id: string;
  readonly language: SiteLanguage;
  readonly time_zone: string;
}

function spanish(id: string, name: string, country: string, [currency, zone]: [string, string]): Site {
  return {
    id,
    name,
    country_id: country,
    default_currency_id: currency,
    language: "es",
    time_zone: `America/${zone}`,
  };
}

const brazil: Site = {
  id: "MLB",
  name: "Brasil",
  country_id: "BR",
  default_currency_id: "BRL",
  language: "pt",
  time_zone: "America/Sao_Paulo",
};

/** Every public site, the demo sites first (decisions 7.1). */
export const sites: readonly Site[] = [
  spanish("MLA", "Argentina", "AR", ["ARS", "Argentina/Buenos_Aires"]),
  brazil,
  spanish("MLC", "Chile", "CL", ["CLP", "Santiago"]),
  spanish("MLM", "Mexico", "MX", ["MXN", "Mexico_City"]),
  spanish("MCO", "Colombia", "CO", ["COP", "Bogota"]),
  spanish("MLU", "Uruguay", "UY", ["UYU", "Montevideo"]),
  spanish("MPE", "Perú", "PE", ["PEN", "Lima"]),
  spanish("MEC", "Ecuador", "EC", ["USD", "Guayaquil"]),
  spanish("MLV", "Venezuela", "VE", ["VES", "Caracas"]),
  spanish("MCR", "Costa Rica", "CR", ["CRC", "Costa_Rica"]),
  spanish("MRD", "Dominicana", "DO", ["DOP", "Santo_Domingo"]),
  spanish("MBO", "Bolivia", "BO", ["BOB", "La_Paz"]),
  spanish("MPA", "Panamá", "PA", ["PAB", "Panama"]),
  spanish("MPY", "Paraguay", "PY", ["PYG", "Asuncion"]),
  spanish("MGT", "Guatemala", "GT", ["GTQ", "Guatemala"]),
  spanish("MHN", "Honduras", "HN", ["HNL", "Tegucigalpa"]),
  spanish("MNI", "Nicaragua", "NI", ["NIO", "Managua"]),
  spanish("MSV", "El Salvador", "SV", ["USD", "El_Salvador"]),
  spanish("MCU", "Cuba", "CU", ["CUP", "Havana"]),
];
