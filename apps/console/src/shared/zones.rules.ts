/** The zones of all sites, as each site's own clock goes: what `GET /sites/{id}` has, without a call. */
const zones: Record<string, string> = {
  MLA: "America/Argentina/Buenos_Aires",
  MLB: "America/Sao_Paulo",
  MLC: "America/Santiago",
  MLM: "America/Mexico_City",
  MLU: "America/Montevideo",
  MCO: "America/Bogota",
  MPE: "America/Lima",
  MEC: "America/Guayaquil",
  MLV: "America/Caracas",
  MCR: "America/Costa_Rica",
  MRD: "America/Santo_Domingo",
  MBO: "America/La_Paz",
  MPA: "America/Panama",
  MPY: "America/Asuncion",
  MGT: "America/Guatemala",
  MHN: "America/Tegucigalpa",
  MNI: "America/Managua",
  MSV: "America/El_Salvador",
  MCU: "America/Havana",
};

/** The zone of a site; UTC while it is not known. */
export const zoneOf = (siteId: string | undefined): string => zones[siteId ?? ""] ?? "UTC";
