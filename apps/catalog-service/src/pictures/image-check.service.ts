import { problems } from "../problems.ts";

/** A picture that was decoded to its end; sides in pixels. */
export interface Image {
  contentType: "image/jpeg" | "image/png";
  extension: "jpg" | "png";
  width: number;
  height: number;
}

/** Longest side of a picture, in pixels. */
export const maxSide = 10_000;
const decodeSeconds = 20;

const jpeg = { contentType: "image/jpeg", extension: "jpg" } as const;
const png = { contentType: "image/png", extension: "png" } as const;
/** The media types of pictures. */
export const mediaTypes = [jpeg, png].map(({ contentType }) => contentType);

const signatures = [
  [Buffer.from([0xff, 0xd8, 0xff]), jpeg],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), png],
] as const;

/** The type of a picture by its first bytes: the decoder is not given anything else. */
function typeOf(bytes: Buffer): typeof jpeg | typeof png {
  const [, type] =
    signatures.find(([signature]) => bytes.subarray(0, signature.length).equals(signature)) ?? [];
  if (!type) throw problems.picture_type_not_allowed();
  return type;
}

export type ImageCheck = ReturnType<typeof createImageCheck>;

/**
 * Checks pictures one after the other, because a large one takes some hundred megabytes. Throws the problem
 * of one that is no JPG or PNG, is too large, or cannot be decoded to its end.
 */
export function createImageCheck() {
  let last: Promise<unknown> = Promise.resolve();
  return (bytes: Buffer): Promise<Image> => {
    const type = typeOf(bytes);
    const next = last.then(async () => ({ ...type, ...(await decode(bytes)) }));
    last = next.catch(() => {});
    return next;
  };
}

async function decode(bytes: Buffer): Promise<{ width: number; height: number }> {
  // Loaded at the first upload: the library takes 30 MB.
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  const options = { failOn: "error", limitInputPixels: maxSide * maxSide } as const;
  // The header alone: the size is known before anything is decoded.
  const { width, height } = await sharp(bytes, options).metadata().catch(throwUndecodable);
  if (width > maxSide || height > maxSide) throw problems.picture_too_large({ max: maxSide });
  // A tiny result reads all of the input, in little memory.
  const whole = sharp(bytes, options).timeout({ seconds: decodeSeconds }).resize(8, 8, { fit: "fill" });
  await whole.raw().toBuffer().catch(throwUndecodable);
  return { width, height };
}

function throwUndecodable(error: unknown): never {
  const tooLarge = error instanceof Error && /pixel limit/.test(error.message);
  throw tooLarge ? problems.picture_too_large({ max: maxSide }) : problems.picture_unreadable();
}
