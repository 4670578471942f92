/** A style of the label's one family of fonts. */
export interface TextStyle {
  /** In points. */
  size: number;
  bold?: boolean;
}

/** What a family of fonts can show, and how wide that is. */
export interface Typesetter {
  /** Width in points of a text that the fonts can show. */
  widthOf(text: string, style: TextStyle): number;
  hasLetter(letter: string): boolean;
}

interface Column extends TextStyle {
  /** In points. */
  width: number;
  /** The last line ends in an ellipsis where there is more text than lines. */
  maxLines: number;
}

/** The text without what the fonts cannot show, on one line. */
function showable(text: string, { hasLetter }: Typesetter): string {
  const letters = [
    ...text
      .normalize("NFC")
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  ];
  return letters
    .map((letter) => (hasLetter(letter) ? letter : "\ufffd"))
    .join("")
    .replaceAll(/\ufffd+/g, "?");
}

/** The text in lines that fit a column, broken between words, or inside of a word that is wider than it. */
export function linesOf(text: string, column: Column, typesetter: Typesetter): string[] {
  const fits = (line: string) => typesetter.widthOf(line, column) <= column.width;
  const lines: string[] = [];
  let rest = showable(text, typesetter);
  while (rest !== "" && lines.length < column.maxLines) {
    const isLast = lines.length === column.maxLines - 1;
    const line = fits(rest) ? rest : isLast ? shortened(rest, fits) : firstLineOf(rest, fits);
    lines.push(line);
    rest = isLast ? "" : rest.slice(line.length).trimStart();
  }
  return lines;
}

function firstLineOf(text: string, fits: (line: string) => boolean): string {
  const longest = longestFit(text, fits);
  if (text.charAt(longest.length) === " ") return longest;
  const lastSpace = longest.lastIndexOf(" ");
  return lastSpace > 0 ? longest.slice(0, lastSpace) : longest;
}

const shortened = (text: string, fits: (line: string) => boolean): string =>
  `${longestFit(text, (line) => fits(`${line}…`)).trimEnd()}…`;

/** The longest beginning that fits, of one letter at least. */
function longestFit(text: string, fits: (line: string) => boolean): string {
  let [least, most] = [1, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(text.slice(0, middle))) least = middle;
    else most = middle - 1;
  }
  return text.slice(0, least);
}
