const letters = "abcdefghijklmnopqrstuvwxyz";

/** The title with two typing errors in words of four letters or more; always the same ones. */
export function twoErrors(title: string): string {
  const random = generator(title);
  return withError(withError(title, random), random);
}

/** One letter is left out, added, replaced or exchanged with the next. */
function withError(title: string, random: () => number): string {
  const words = title.split(" ");
  const below = (count: number) => Math.floor(random() * count);
  const long = [...words.keys()].filter((i) => /^\p{L}{4,}$/u.test(words[i] ?? ""));
  if (long.length === 0) return title;
  const place = long[below(long.length)] ?? 0;
  const word = words[place] ?? "";
  const at = below(word.length - 1);
  const before = word.slice(0, at);
  const after = word.slice(at + 1);
  const other = letters.charAt(below(letters.length));
  const kinds = [
    before + after,
    before + other + word.slice(at),
    before + other + after,
    before + after.charAt(0) + word.charAt(at) + after.slice(1),
  ];
  words[place] = kinds[below(kinds.length)] ?? word;
  return words.join(" ");
}

/** FNV-1a of a text with a final mix. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

function generator(title: string): () => number {
  let state = hashText(title);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x1_0000_0000;
  };
}
