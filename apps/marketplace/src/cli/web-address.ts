import { InvalidArgumentError } from "commander";

/** An option that takes an address of the web; `example` is what its message shows. */
export const webAddress =
  (example: string) =>
  (text: string): string => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== "http:" && url?.protocol !== "https:")
      throw new InvalidArgumentError(`Say an address such as ${example}.`);
    // `fetch` refuses them, and an address is printed.
    if (url.username !== "" || url.password !== "")
      throw new InvalidArgumentError(`Say an address without user and password, such as ${example}.`);
    return url.href;
  };

/** An option that takes the address of a marketplace, after which paths come. */
export function baseAddress(text: string): string {
  const example = "https://api.example.com";
  const address = webAddress(example)(text);
  if (/[?#]/.test(address))
    throw new InvalidArgumentError(`Say an address without query and fragment, such as ${example}.`);
  return address;
}
