/**
 * Plain text as CommonMark, which descriptions in OpenAPI are: `<id>` would be taken for HTML and vanish.
 * Code spans and what is escaped stay as they are.
 */
export const markdown = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/(?<!\\)</g, "\\<") : part))
    .join("");
