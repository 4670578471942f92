const letters = "abcdefghijklmnopqrstuvwxyz";
const typoShare = 0.2;

/**
 * The title as a hurried seller types it: without accents, one word in five (of four letters or more) with a
 * typo, and a third each in upper case, lower case and unchanged. Deterministic.
 */
export function noisyCopy(title: string): string {
  const random = generator(title);
  const plain = title.normalize("NFD").replace(/\p{M}+/gu, "");
  const words = plain.split(" ").map((word) => {
    return /^[a-z]{4,}$/i.test(word) && random() < typoShare ? withTypo(word, random) : word;
  });
  const changed = words.join(" ");
  const style = random();
  if (style < 1 / 3) return changed.toUpperCase();
  return style < 2 / 3 ? changed.toLowerCase() : changed;
}

function withTypo(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const letter = word.charAt(at);
  const before = word.slice(0, at);
  const after = word.slice(at + 1);
  const kinds = [
    () => before + after,
    () => before + letter + letter + after,
    () => before + letters.charAt(Math.floor(random() * letters.length)) + after,
    () => before + after.charAt(0) + letter + after.slice(1),
  ];
  return kinds[Math.floor(random() * kinds.length)]?.() ?? word;
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
