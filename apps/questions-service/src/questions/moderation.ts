// One character before the @ tells as much as all of them; each name behind it ends at a dot: nothing to try twice.
const email = /[\p{L}\p{N}_.+-]@(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2}/u;

const scheme = /https?:\/\/\S{2}|\bwww\.\S{2}/i;
/** A host name without a scheme; endings that are words (me, es) count with a path only: "gracias.me interesa". */
const host =
  /[\p{L}\p{N}-]{2}\.(?:com|net|org|info|biz|shop|store|app|ar|br|mx|cl|uy|pe|ec)(?![\p{L}\p{N}])/iu;
const hostWithPath = /[\p{L}\p{N}-]\.(?:me|ly|io|co|es|gl|gg|ee|tv|link|page|site|online)\/[\p{L}\p{N}]/iu;

// Digits with separators between them; how many there are is counted afterwards, so that no pattern backtracks.
const digitGroups = /\+?\(?\d(?:[\s().\u2013-]{0,2}\d){7,19}/g;
const digitsInPhone = { min: 8, max: 15 };

/** Digits in groups that are something else: an amount (15.000.000), a date (10-12-2026, 2026.12.10). */
const amount = /^\d{1,3}(?:\.\d{3})+$/;
const date =
  /^(?:(?:0?[1-9]|[12]\d|3[01])[.-](?:0?[1-9]|1[0-2])[.-](?:19|20)\d\d|(?:19|20)\d\d[.-](?:0[1-9]|1[0-2])[.-](?:0[1-9]|[12]\d|3[01]))$/;

/** Letters, digits and signs of double width, which read like plain ones. */
const fullWidth = /[\uff01-\uff5e]/g;

/**
 * Whether a text tries to move the conversation elsewhere: an e-mail address, a URL, or a phone number, which is 8 to 15
 * digits with a leading + or in groups; a plain run of digits is a model or a part number (decisions 3.4).
 */
export function carriesContactData(text: string): boolean {
  const plain = text.replace(fullWidth, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0));
  const patterns = [email, scheme, host, hostWithPath];
  return patterns.some((pattern) => pattern.test(plain)) || (plain.match(digitGroups) ?? []).some(isPhone);
}

function isPhone(candidate: string): boolean {
  const digits = candidate.replace(/\D/g, "").length;
  if (digits < digitsInPhone.min || digits > digitsInPhone.max) return false;
  if (amount.test(candidate) || date.test(candidate)) return false;
  return candidate.startsWith("+") || /\d\D+\d/.test(candidate);
}
