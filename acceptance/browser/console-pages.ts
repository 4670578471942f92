import type { Page } from "playwright-core";
import { baseUrl } from "../api/api.ts";
import type { Opened } from "./browser.ts";
import { beginAs } from "./console.ts";

interface Where {
  width?: number;
  world?: string | undefined;
}

/** Opens pages of the console, each in a window of its own, as a user; resolves when a page has its title. */
export function consolePages(visit: Opened["page"]) {
  return async (user: { id: number }, path: string, { width = 1280, world }: Where = {}): Promise<Page> => {
    const { page } = await visit({ width });
    await beginAs(page, user, world);
    await page.goto(`${baseUrl}/console${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  };
}
