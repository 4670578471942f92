import { InvalidArgumentError } from "commander";

/** An option that takes an address of the web; `example` is what its message shows. */
export const webAddress =
  (example: string) =>
  (text: string): string => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol === "http:" || url?.protocol === "https:") return url.href;
    throw new InvalidArgumentError(`Say an address such as ${example}.`);
  };
