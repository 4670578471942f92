import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Names, examples, and words that other languages write alike. */
const alike =
  /^(Flex|FLEX|TURBO|Full|API|URL|Total|Stock|E-mails|PHP|curl|TypeScript|Python|Console|JSON|my-app|questions)$/;
const methods = /^(GET|POST|PUT|DELETE|OPTIONS|HEAD)$/;
/** `3 ×`, `23 h 40 min`, `183 MB`, `MLA…`. */
const amounts = /\d+ ×|\d+ (d|h|min|s|ms|MB|h)\b|MLA…/g;

/** Texts that a page shows or says to screen readers. Code and the names of languages are left out. */
const textsOf = `(() => {
  const isLeftOut = (element) => element.closest("pre, code, script, style, textarea, [aria-hidden=true], [data-languages]") !== null;
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (parentElement && !isLeftOut(parentElement)) found.push(data);
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [alt]"))
    if (!isLeftOut(element))
      for (const name of ["aria-label", "placeholder", "alt"]) found.push(element.getAttribute(name) ?? "");
  return [...new Set(found)];
})()`;

/** Keeps what the API answers a page, from which its data come. */
export function keepAnswers(page: Page): { has(text: string): boolean } {
  const bodies: string[] = [];
  page.on("response", async (answer) => {
    if (answer.request().resourceType() !== "fetch" || !/json/.test(answer.headers()["content-type"] ?? ""))
      return;
    bodies.push((await answer.text().catch(() => "")).toLowerCase());
  });
  const escaped = (text: string) => JSON.stringify(text.toLowerCase()).slice(1, -1);
  return { has: (text) => bodies.some((body) => body.includes(escaped(text))) };
}

/**
 * The texts of a page that nobody has translated: they are the same in English and in the other language,
 * the API did not answer them, and they are not words that both languages write alike.
 */
export async function untranslated(
  page: Page,
  answers: { has(text: string): boolean },
): Promise<Record<"es" | "pt", string[]>> {
  const language = page.locator("[data-languages]");
  const shownIn = async (code: string): Promise<string[]> => {
    await language.selectOption(code);
    // waitForFunction needs eval in the page, which its Content-Security-Policy forbids.
    await expect.poll(() => page.evaluate("document.documentElement.lang")).toBe(code);
    return page.evaluate<string[]>(textsOf);
  };
  const english = new Set(await shownIn("en"));
  const foreignIn = async (code: string): Promise<string[]> => {
    const same = (await shownIn(code)).filter((text) => english.has(text));
    const parts = same.flatMap((text) => text.replaceAll(amounts, "").split(/[·,():|/]|\s{2,}/));
    const isForeign = (part: string) =>
      /\p{L}{3}/u.test(part) && !alike.test(part) && !methods.test(part) && !answers.has(part);
    return [...new Set(parts.map((part) => part.trim()).filter(isForeign))];
  };
  return { es: await foreignIn("es"), pt: await foreignIn("pt") };
}
