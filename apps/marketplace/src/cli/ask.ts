import { StartRefused } from "../boot/start-refused.ts";

/** Asks the product, and says what to do where none answers. */
export function ask(url: string, init?: RequestInit): Promise<Response> {
  return fetch(url, init).catch(() => {
    throw new StartRefused(`The marketplace does not answer at ${new URL(url).origin}: is it running?`);
  });
}

/** The JSON of an answer; says so where another program has the port. */
export function jsonOf(text: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StartRefused(`${new URL(url).origin} answers no JSON: is it the marketplace?`);
  }
}
