export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Text that nobody guesses. `crypto.randomUUID` is not there over plain HTTP. */
export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
