/**
 * Whether a text shows nothing: no characters, or only spaces, line ends, controls, zero-width characters and
 * Unicode's fillers (category Lo, but blank).
 */
export const isBlank = (text: string): boolean =>
  !/[^\p{Z}\p{C}\u{115F}\u{1160}\u{3164}\u{FFA0}]/u.test(text);
