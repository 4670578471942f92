import type { ComponentType } from "react";
import { dictionary } from "../texts/texts.ts";

export const pageNames = dictionary(
  {
    start: "Start",
    requests: "Requests",
  },
  {
    es: {
      start: "Inicio",
      requests: "Solicitudes",
    },
    pt: {
      start: "Início",
      requests: "Requisições",
    },
  },
);

/** A page: its address below `/console`, its name, and its code, which is loaded with its first visit. */
export interface PageEntry {
  path: string;
  name: keyof (typeof pageNames)["en"];
  group: "integrators" | "sellers";
  /** Whether it needs the sandbox lab: elsewhere it is not shown. */
  lab: boolean;
  load(): Promise<{ Page: ComponentType }>;
}

/** All pages, in the order of the navigation. The first one is shown at `/console` itself. */
export const pages: readonly PageEntry[] = [
  {
    path: "/",
    name: "start",
    group: "integrators",
    lab: false,
    load: () => import("../pages/start/start.tsx"),
  },
  {
    path: "/requests",
    name: "requests",
    group: "integrators",
    lab: true,
    load: () => import("../pages/requests/requests.tsx"),
  },
];
