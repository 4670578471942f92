const email = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/;
const url =
  /(?:https?:\/\/|www\.)[^\s]{2}|\b[\w-]{2,63}\.(?:com|net|org|info|biz|shop|store|ly|me|io)\b(?:\.[a-z]{2}\b)?/i;

// Digits with single separators between them; how many digits there are is counted afterwards, so that no pattern backtracks.
const digitGroups = /\+?\(?\d(?:[ ().-]{0,2}\d){7,19}/g;
const digitsInPhone = { min: 8, max: 15 };

/**
 * Whether a text tries to move the conversation elsewhere: an e-mail address, a URL, or a phone number, which is 8 to 15
 * digits with a leading + or in groups; a plain run of digits is a model or a part number (decisions 3.4).
 */
export function carriesContactData(text: string): boolean {
  return email.test(text) || url.test(text) || (text.match(digitGroups) ?? []).some(isPhone);
}

function isPhone(candidate: string): boolean {
  const digits = candidate.replace(/\D/g, "").length;
  const grouped = candidate.startsWith("+") || /\d\D+\d/.test(candidate);
  return grouped && digits >= digitsInPhone.min && digits <= digitsInPhone.max;
}
