/** The sites with a whole demo tree (decisions 7.1). */
export const demoSiteIds = ["MLA", "MLB", "MLC"] as const;
/** The other sites with top values (spec: D): their demo has vehicles only. */
export const vehicleSiteIds = ["MLM", "MLU"] as const;
export const allDemoSiteIds = [...demoSiteIds, ...vehicleSiteIds] as const;
export type DemoSiteId = (typeof allDemoSiteIds)[number];

/** A site of the marketplace: `country_id` is ISO 3166-1 alpha-2, `time_zone` an IANA zone. */
export interface Site {
  readonly id: string;
  readonly name: string;
  readonly country_id: string;
  readonly default_currency_id: string;
  readonly language: "es" | "pt";
  readonly time_zone: string;
}

type SiteRow = readonly [id: string, name: string, country: string, currency: string, zone: string];

const rows: readonly SiteRow[] = [
  ["MLA", "Argentina", "AR", "ARS", "Argentina/Buenos_Aires"],
  ["MLB", "Brasil", "BR", "BRL", "Sao_Paulo"],
  ["MLC", "Chile", "CL", "CLP", "Santiago"],
  ["MLM", "Mexico", "MX", "MXN", "Mexico_City"],
  ["MCO", "Colombia", "CO", "COP", "Bogota"],
  ["MLU", "Uruguay", "UY", "UYU", "Montevideo"],
  ["MPE", "Perú", "PE", "PEN", "Lima"],
  ["MEC", "Ecuador", "EC", "USD", "Guayaquil"],
  ["MLV", "Venezuela", "VE", "VES", "Caracas"],
  ["MCR", "Costa Rica", "CR", "CRC", "Costa_Rica"],
  ["MRD", "Dominicana", "DO", "DOP", "Santo_Domingo"],
  ["MBO", "Bolivia", "BO", "BOB", "La_Paz"],
  ["MPA", "Panamá", "PA", "PAB", "Panama"],
  ["MPY", "Paraguay", "PY", "PYG", "Asuncion"],
  ["MGT", "Guatemala", "GT", "GTQ", "Guatemala"],
  ["MHN", "Honduras", "HN", "HNL", "Tegucigalpa"],
  ["MNI", "Nicaragua", "NI", "NIO", "Managua"],
  ["MSV", "El Salvador", "SV", "USD", "El_Salvador"],
  ["MCU", "Cuba", "CU", "CUP", "Havana"],
];

/** Every public site, the demo sites first (decisions 7.1). */
export const sites: readonly Site[] = rows.map(([id, name, country_id, default_currency_id, zone]) => ({
  id,
  name,
  country_id,
  default_currency_id,
  language: id === "MLB" ? "pt" : "es",
  time_zone: `America/${zone}`,
}));
