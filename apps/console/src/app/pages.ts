import type { ComponentType } from "react";
import { dictionary } from "../texts/texts.ts";

export const pageNames = dictionary(
  {
    start: "Start",
    requests: "Requests",
    notifications: "Notifications",
    sandbox: "World, clock and faults",
    applications: "Applications and tokens",
    scenarios: "Triggers and scenarios",
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
      notifications: "Notificaciones",
      sandbox: "Mundo, reloj y fallas",
      applications: "Aplicaciones y tokens",
      scenarios: "Disparadores y escenarios",
      questions: "Preguntas",
      orders: "Órdenes",
      flex: "Flex",
      catalog: "Catálogo",
      health: "Salud",
    },
    pt: {
      start: "Início",
      requests: "Requisições",
      notifications: "Notificações",
      sandbox: "Mundo, relógio e falhas",
      applications: "Aplicativos e tokens",
      scenarios: "Disparadores e cenários",
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
    path: "/notifications",
    name: "notifications",
    group: "integrators",
    lab: true,
    load: () => import("../pages/notifications/notifications.tsx"),
  },
  {
    path: "/sandbox",
    name: "sandbox",
    group: "integrators",
    lab: true,
    load: () => import("../pages/sandbox/sandbox.tsx"),
  },
  {
    path: "/applications",
    name: "applications",
    group: "integrators",
    lab: false,
    load: () => import("../pages/applications/applications.tsx"),
  },
  {
    path: "/scenarios",
    name: "scenarios",
    group: "integrators",
    lab: true,
    load: () => import("../pages/scenarios/scenarios.tsx"),
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
