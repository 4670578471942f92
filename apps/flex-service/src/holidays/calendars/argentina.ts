import type { Calendar } from "../holiday-rules.ts";
import { easter, except, fixed, named, toNearestMonday } from "../holiday-rules.ts";

export const argentina: Calendar = {
  source: "Ley 27.399 (2017), arts. 1, 6 and 7; Resolución JGM 139/2025 and 164/2025 for single years",
  rules: [
    fixed("Año Nuevo", [1, 1]),
    easter("Lunes de Carnaval", -48),
    easter("Martes de Carnaval", -47),
    fixed("Día Nacional de la Memoria por la Verdad y la Justicia", [3, 24]),
    fixed("Día del Veterano y de los Caídos en la Guerra de Malvinas", [4, 2]),
    easter("Viernes Santo", -2),
    fixed("Día del Trabajador", [5, 1]),
    fixed("Día de la Revolución de Mayo", [5, 25]),
    fixed("Paso a la Inmortalidad del General Martín Miguel de Güemes", [6, 17], toNearestMonday),
    fixed("Paso a la Inmortalidad del General Manuel Belgrano", [6, 20]),
    fixed("Día de la Independencia", [7, 9]),
    fixed("Paso a la Inmortalidad del General José de San Martín", [8, 17], toNearestMonday),
    except(fixed("Día del Respeto a la Diversidad Cultural", [10, 12], toNearestMonday), {
      2025: "2025-10-10",
    }),
    fixed("Día de la Soberanía Nacional", [11, 20], toNearestMonday),
    fixed("Inmaculada Concepción de María", [12, 8]),
    fixed("Navidad", [12, 25]),
    named("Día no laborable con fines turísticos", "bridge", ["2025-05-02", "2026-03-23"]),
    named("Día no laborable con fines turísticos", "bridge", ["2025-08-15", "2026-07-10"]),
    named("Día no laborable con fines turísticos", "bridge", ["2025-11-21", "2026-12-07"]),
  ],
};
