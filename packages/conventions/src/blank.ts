/** Whether there is nothing in a text that could be seen: no characters, or only spaces, line ends, controls and zero-width ones. */
export const isBlank = (text: string): boolean => !/[^\p{Z}\p{C}]/u.test(text);
