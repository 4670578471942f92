import { isoDate } from "../easter.ts";
import type { Calendar, HolidayRule } from "../holiday-rules.ts";
import { byWeekday, easter, fixed, onlyOn } from "../holiday-rules.ts";

// Ley 19.668: Tuesday to Thursday go to that week's Monday, Friday to the next one.
const chileanMonday = byWeekday([0, 0, -1, -2, -3, 3, 0]);
// Ley 20.299: Tuesday goes to the Friday before, Wednesday to that week's Friday.
const chileanFriday = byWeekday([0, 0, -4, 2, 0, 0, 0]);

/** The day of the winter solstice at UTC-4. Leap years shift it by a day; this holds from 2022 to 2045. */
const solstice: HolidayRule = {
  description: "Día Nacional de los Pueblos Indígenas",
  type: "national",
  dateIn: (year) => isoDate(year, 6, year % 4 < 2 ? 20 : 21),
};

export const chile: Calendar = {
  source:
    "Leyes 2.977, 19.668, 19.973, 20.148, 20.215, 20.299, 20.983 and 21.357 (election days are left out)",
  rules: [
    fixed("Año Nuevo", [1, 1]),
    onlyOn(fixed("Feriado adicional de Año Nuevo", [1, 2]), 1),
    easter("Viernes Santo", -2),
    easter("Sábado Santo", -1),
    fixed("Día del Trabajo", [5, 1]),
    fixed("Día de las Glorias Navales", [5, 21]),
    solstice,
    fixed("San Pedro y San Pablo", [6, 29], chileanMonday),
    fixed("Virgen del Carmen", [7, 16]),
    fixed("Asunción de la Virgen", [8, 15]),
    onlyOn(fixed("Feriado adicional de Fiestas Patrias", [9, 17]), 1, 5),
    fixed("Independencia Nacional", [9, 18]),
    fixed("Día de las Glorias del Ejército", [9, 19]),
    onlyOn(fixed("Feriado adicional de Fiestas Patrias", [9, 20]), 5),
    fixed("Encuentro de Dos Mundos", [10, 12], chileanMonday),
    fixed("Día de las Iglesias Evangélicas y Protestantes", [10, 31], chileanFriday),
    fixed("Día de Todos los Santos", [11, 1]),
    fixed("Inmaculada Concepción", [12, 8]),
    fixed("Navidad", [12, 25]),
  ],
};
