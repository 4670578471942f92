import { ObjectExists, ObjectMissing, ObjectTooLarge } from "./errors.ts";

/** Gives the code of an S3 server's error, such as `NoSuchKey`; undefined when it is no such error. */
export function s3Code(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Translates the errors of an S3 server about one object; gives all others as they are. */
export function aboutObject(key: string, cause: unknown): unknown {
  switch (s3Code(cause)) {
    case "NoSuchKey":
      return new ObjectMissing(key, { cause });
    case "PreconditionFailed":
      return new ObjectExists(key, { cause });
    case "EntityTooLarge":
      return new ObjectTooLarge("the object store takes no object of this size", { cause });
    default:
      return cause;
  }
}
