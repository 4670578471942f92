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

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();

/** Forty plain buyers of MLA, five of them firms: those whose questions and purchases fill the demo. */
export const demoUsers: readonly Persona[] = lastNames.flatMap((last_name, row) =>
  firstNames.map((first_name, column) => ({
    site_id: "MLA" as const,
    nickname: `${plain(first_name)}${plain(last_name)}${1970 + row * 8 + column}`,
    first_name,
    last_name,
    roles: ["buyer"],
    place: (row + column) % 4,
    firm: column === 7,
    phone: ["11", String(44_100_200 + row * 10_007 + column * 1_013)] as const,
  })),
);
