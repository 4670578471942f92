import { hashOf } from "../../tokens/token-text.rules.ts";
import { mintPassword } from "../passwords.service.ts";

/** How many recovery codes somebody gets at a time. */
export const recoveryCodeCount = 10;

/** New recovery codes of 80 bits each, in groups that can be typed. */
export const mintRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    mintPassword()
      .slice(0, 16)
      .replace(/(.{4})(?=.)/g, "$1-"),
  );

/** What is stored of a recovery code. It is random, so that a fast hash does. */
export const recoveryCodeHash = (text: string): Buffer<ArrayBuffer> =>
  hashOf(text.toLowerCase().replace(/[^a-z\d]/g, ""));
