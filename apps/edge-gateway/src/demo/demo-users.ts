import type { Persona } from "./demo-personas.ts";

const firstNames = [
  "Sofía",
  "Mateo",
  "Valentina",
  "Bruno",
  "Camila",
  "Tomás",
  "Agustina",
  "Federico",
] as const;
const lastNames = ["Acosta", "Benítez", "Cabrera", "Domínguez", "Escobar"] as const;

const otherNames = {
  MLB: [
    "Ana Souza",
    "Bruno Lima",
    "Carla Rocha",
    "Diego Alves",
    "Elisa Gomes",
    "Felipe Dias",
    "Gabriela Reis",
  ],
  MLC: ["Antonia Soto", "Benjamín Rojas", "Catalina Fuentes", "Diego Araya", "Emilia Tapia", "Felipe Vera"],
  MLM: ["Alejandra Ríos", "Bernardo Salas", "Citlali Mora", "Daniel Quiroz", "Elena Zamora", "Fernando Luna"],
  MLU: ["Andrea Silva", "Bruno Ferreira", "Carolina Sosa", "Diego Olivera", "Eugenia Pintos"],
} as const;
const otherSites = ["MLB", "MLC", "MLM", "MLU"] as const;

const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();

/** Forty ordinary buyers of MLA, five of them firms: those whose questions and purchases fill the demo. */
export const demoUsers: readonly Persona[] = lastNames.flatMap((last_name, row) =>
  firstNames.map((first_name, column) => ({
    site_id: "MLA" as const,
    nickname: `${withoutAccents(first_name)}${withoutAccents(last_name)}${1970 + row * 8 + column}`,
    first_name,
    last_name,
    roles: ["buyer"],
    place: (row + column) % 4,
    firm: column === 7,
    phone: String(44_100_200 + row * 10_007 + column * 1_013),
  })),
);

/** Ordinary buyers of the other sites: those whose purchases fill the demo. */
export const demoBuyers: readonly Persona[] = otherSites.flatMap((site_id) =>
  otherNames[site_id].map((name, index) => {
    const [first_name = "", last_name = ""] = name.split(" ");
    return {
      site_id,
      nickname: `${withoutAccents(first_name)}${withoutAccents(last_name)}${1980 + index}`,
      first_name,
      last_name,
      roles: ["buyer"],
      // MLM and MLU have one place each.
      place: site_id === "MLB" || site_id === "MLC" ? index % 2 : 0,
      phone: String(44_500_300 + index * 10_009),
      firm: index === 0 && site_id === "MLB",
    };
  }),
);
