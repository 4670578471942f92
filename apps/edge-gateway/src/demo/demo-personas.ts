/** One user of the demo marketplace; everybody is invented. */
export interface Persona {
  site_id: "MLA" | "MLB" | "MLC" | "MLM" | "MLU";
  nickname: string;
  first_name: string;
  last_name: string;
  /** Digits of their number, with the area code of their site's places before it (`phoneIn`). */
  phone: string;
  roles: readonly string[];
  /** Which of the site's places the persona lives at; absent for none. */
  place?: number;
  reputation_level?: string;
  moderated?: boolean;
  messaging_allowed?: boolean;
  /** Buys as a firm: has a firm's document. */
  firm?: boolean;
}

const seller = ["seller", "buyer"] as const;
const buyer = ["buyer"] as const;

/** The users that `sandbox.json` names (decisions 8.2). */
export const demoPersonas = {
  seller_mla: {
    site_id: "MLA",
    nickname: "ELECTROPALERMO",
    first_name: "Lucía",
    last_name: "Ferreyra",
    phone: "47735120",
    roles: seller,
    place: 0,
    reputation_level: "5_green",
  },
  seller2_mla: {
    site_id: "MLA",
    nickname: "CASAGORRITI",
    first_name: "Martín",
    last_name: "Aguirre",
    phone: "48321904",
    roles: seller,
    place: 1,
    reputation_level: "5_green",
  },
  buyer_mla: {
    site_id: "MLA",
    nickname: "CAROLINA.SOSA",
    first_name: "Carolina",
    last_name: "Sosa",
    phone: "45218837",
    roles: buyer,
    place: 2,
  },
  buyer2_mla: {
    site_id: "MLA",
    nickname: "NICOQUIROGA",
    first_name: "Nicolás",
    last_name: "Quiroga",
    phone: "44689120",
    roles: buyer,
    place: 3,
  },
  seller_moderated_mla: {
    site_id: "MLA",
    nickname: "OUTLETCABILDO",
    first_name: "Ramiro",
    last_name: "Peralta",
    phone: "47881256",
    roles: seller,
    place: 2,
    reputation_level: "5_green",
    moderated: true,
  },
  seller_mlb: {
    site_id: "MLB",
    nickname: "LOJAPINHEIROS",
    first_name: "Beatriz",
    last_name: "Nogueira",
    phone: "30621845",
    roles: seller,
    place: 0,
    reputation_level: "5_green",
  },
  buyer_mlb: {
    site_id: "MLB",
    nickname: "THIAGO.RAMOS",
    first_name: "Thiago",
    last_name: "Ramos",
    phone: "55729036",
    roles: buyer,
    place: 1,
  },
  seller_mlc: {
    site_id: "MLC",
    nickname: "TIENDAPROVIDENCIA",
    first_name: "Francisca",
    last_name: "Valdés",
    phone: "22351870",
    roles: seller,
    place: 0,
    reputation_level: "5_green",
  },
  buyer_mlc: {
    site_id: "MLC",
    nickname: "JOAQUINREYES",
    first_name: "Joaquín",
    last_name: "Reyes",
    phone: "22745519",
    roles: buyer,
    place: 1,
  },
  new_user_mla: {
    site_id: "MLA",
    nickname: "RECIENLLEGADA",
    first_name: "Julieta",
    last_name: "Medina",
    phone: "49562210",
    roles: seller,
    place: 3,
  },
  no_messaging_mla: {
    site_id: "MLA",
    nickname: "LIBRERIASANTAFE",
    first_name: "Gustavo",
    last_name: "Ledesma",
    phone: "48154432",
    roles: seller,
    place: 3,
    reputation_level: "5_green",
    messaging_allowed: false,
  },
  operator: {
    site_id: "MLA",
    nickname: "OPERACIONES",
    first_name: "Valeria",
    last_name: "Campos",
    phone: "43110900",
    roles: ["operator"],
  },
  seller_mlm: {
    site_id: "MLM",
    nickname: "AUTOSROMA",
    first_name: "Ximena",
    last_name: "Villaseñor",
    phone: "52118640",
    roles: seller,
    place: 0,
    reputation_level: "5_green",
  },
  seller_mlu: {
    site_id: "MLU",
    nickname: "AUTOMOTORABULEVAR",
    first_name: "Rodrigo",
    last_name: "Bentancor",
    phone: "27094412",
    roles: seller,
    place: 0,
    reputation_level: "5_green",
  },
} as const satisfies Record<string, Persona>;

export type PersonaName = keyof typeof demoPersonas;
