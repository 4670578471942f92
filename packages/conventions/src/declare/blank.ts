/** Whether a text shows nothing: only spaces, controls, zero-width characters, fillers and blank Braille. */
export const isBlank = (text: string): boolean =>
  !/[^\p{Z}\p{C}\u{115F}\u{1160}\u{2800}\u{3164}\u{FFA0}]/u.test(text);
