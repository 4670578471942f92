/**
 * Whether there is nothing in a text that could be seen: no characters, or only spaces, line ends, controls, zero-width ones and the
 * letters that Unicode has for filling (category Lo, but blank).
 */
export const isBlank = (text: string): boolean =>
  !/[^\p{Z}\p{C}\u{115F}\u{1160}\u{3164}\u{FFA0}]/u.test(text);
