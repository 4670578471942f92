/** A block of a page that quotes a table: `<!-- scale: name -->`, then a fence. */
const blockOf = (name: string) =>
  new RegExp(`(<!-- scale: ${name} -->\\n\\n\`\`\`text\\n)([\\s\\S]*?)(\\n\`\`\`\\n)`);

/** What a page quotes of a table. */
export const quotedIn = (page: string, name: string): string | undefined => blockOf(name).exec(page)?.[2];

/** The page with these tables in place of what it quotes. */
export function withQuoted(page: string, tables: ReadonlyMap<string, string>): string {
  let text = page;
  for (const [name, table] of tables) {
    if (quotedIn(text, name) === undefined) throw new Error(`the page has no block for ${name}`);
    text = text.replace(blockOf(name), (_, before: string, __, after: string) => before + table + after);
  }
  return text;
}
