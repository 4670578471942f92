import type { RequestListener } from "node:http";
import { bareApp, type Conventions, failure, mount, requests, unknownRoute } from "@marketplace/conventions";
import { notes } from "@marketplace/conventions/example";
import * as testing from "@marketplace/conventions/testing";
import { health } from "./health.ts";
import { serve } from "./serve.ts";

export function notesApp(overrides: Partial<Conventions> = {}): RequestListener {
  const conventions = testing.testedConventions(overrides);
  return bareApp()
    .use(requests(conventions), health({}), mount([notes], testing.someNotes(), conventions))
    .use(unknownRoute(conventions), failure(conventions));
}

/** Serves an application as a process does, while the tests of the file run. */
export const served = (app: RequestListener): testing.Served =>
  testing.served(app, async (listener) => {
    const { port, close } = await serve(listener, { host: "127.0.0.1", port: 0 });
    return { port, close: () => close({ graceMs: 500 }) };
  });
