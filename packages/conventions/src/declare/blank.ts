/** Whether a text shows nothing: only spaces, controls, zero-width characters and Unicode's fillers. */
export const isBlank = (text: string): boolean =>
  !/[^\p{Z}\p{C}\u{115F}\u{1160}\u{3164}\u{FFA0}]/u.test(text);
