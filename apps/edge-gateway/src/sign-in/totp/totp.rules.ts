import { Secret, TOTP } from "otpauth";

/** Time-based one-time passwords (RFC 6238) as every authenticator app makes them. */
const algorithm = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Steps before and after the present one whose codes are taken: clocks differ, and typing takes time. */
const window = 1;

/** A new secret of 160 bits, in base32. */
export const mintTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator app reads, for instance from a QR code. */
export function totpAddress(secret: string, account: { nickname: string; baseUrl: string }): string {
  const issuer = `Marketplace ${new URL(account.baseUrl).hostname}`;
  return new TOTP({
    ...algorithm,
    issuer,
    label: account.nickname,
    secret: Secret.fromBase32(secret),
  }).toString();
}

const codeForm = /^\d{6}$/;

/** Whether a text can be a code of an authenticator app; other texts may be recovery codes. */
export const isTotpCode = (text: string): boolean => codeForm.test(withoutSpaces(text));

/** The time step whose code this is; `undefined` when it is none of the steps around now. */
export function stepOf(code: string, secret: string, now: Date): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const timestamp = now.getTime();
  const token = withoutSpaces(code);
  const delta = TOTP.validate({ ...algorithm, token, secret: Secret.fromBase32(secret), timestamp, window });
  return delta === null ? undefined : TOTP.counter({ period: algorithm.period, timestamp }) + delta;
}

/** Apps and people write codes in groups. */
const withoutSpaces = (text: string): string => text.replace(/\s/g, "");
