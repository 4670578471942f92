import type { ComponentType } from "react";
import { dictionary } from "../texts/texts.ts";

export const pageNames = dictionary(
  {
    start: "Start",
    requests: "Requests",
    questions: "Questions",
    orders: "Orders",
    flex: "Flex",
    catalog: "Catalog",
    health: "Health",
  },
  {
    es: {
      start: "Inicio",
      requests: "Solicitudes",
      questions: "Preguntas",
      orders: "Órdenes",
      flex: "Flex",
      catalog: "Catálogo",
      health: "Salud",
    },
    pt: {
      start: "Início",
      requests: "Requisições",
      questions: "Perguntas",
      orders: "Pedidos",
      flex: "Flex",
      catalog: "Catálogo",
      health: "Saúde",
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
  {
    path: "/questions",
    name: "questions",
    group: "sellers",
    lab: false,
    load: () => import("../pages/questions/questions.tsx"),
  },
  {
    path: "/orders",
    name: "orders",
    group: "sellers",
    lab: false,
    load: () => import("../pages/orders/orders.tsx"),
  },
  {
    path: "/flex",
    name: "flex",
    group: "sellers",
    lab: false,
    load: () => import("../pages/flex/flex.tsx"),
  },
  {
    path: "/catalog",
    name: "catalog",
    group: "sellers",
    lab: false,
    load: () => import("../pages/catalog/catalog.tsx"),
  },
  {
    path: "/health",
    name: "health",
    group: "sellers",
    lab: false,
    load: () => import("../pages/health/health.tsx"),
  },
];
