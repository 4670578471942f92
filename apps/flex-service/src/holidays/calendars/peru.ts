import type { Calendar } from "../holiday-rules.ts";
import { easter, fixed } from "../holiday-rules.ts";

export const peru: Calendar = {
  source: "Decreto Legislativo 713, art. 6; Leyes 31381, 31530, 31788 and 31822",
  rules: [
    fixed("Año Nuevo", [1, 1]),
    easter("Jueves Santo", -3),
    easter("Viernes Santo", -2),
    fixed("Día del Trabajo", [5, 1]),
    fixed("Batalla de Arica y Día de la Bandera", [6, 7]),
    fixed("San Pedro y San Pablo", [6, 29]),
    fixed("Día de la Fuerza Aérea del Perú", [7, 23]),
    fixed("Fiestas Patrias", [7, 28]),
    fixed("Fiestas Patrias", [7, 29]),
    fixed("Batalla de Junín", [8, 6]),
    fixed("Santa Rosa de Lima", [8, 30]),
    fixed("Combate de Angamos", [10, 8]),
    fixed("Día de Todos los Santos", [11, 1]),
    fixed("Inmaculada Concepción", [12, 8]),
    fixed("Batalla de Ayacucho", [12, 9]),
    fixed("Navidad", [12, 25]),
  ],
};
