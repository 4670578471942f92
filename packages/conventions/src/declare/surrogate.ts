/** Tells the gateway how long it may cache an answer, and which keys invalidate it. */
export interface SurrogateMark {
  /** 0: the answer itself is not cached, but cached answers with these keys are out of date. */
  seconds: number;
  keys: readonly string[];
  /** The answer may be read without a token, where the gateway allows that. */
  anonymous?: boolean;
}

/** How the gateway, in the same process, learns of a mark. */
export interface SurrogateListener {
  /** Called before the headers of the answer are sent; true when the body is wanted, too. */
  onMark(mark: SurrogateMark): boolean;
  /** Called once the headers and the whole body were written. */
  onBody(body: Buffer | string): void;
}

/** The header names of CDNs, used between services; the gateway removes them. */
export const surrogateHeaders = { control: "surrogate-control", key: "surrogate-key" } as const;

/** Reads the headers of a service in another process. */
export function readSurrogateMark(
  control: string | string[] | undefined,
  key: string | string[] | undefined,
): SurrogateMark | undefined {
  const [, seconds, anonymous] =
    (typeof control === "string" && /^max-age=(\d{1,9})(, anonymous)?$/.exec(control)) || [];
  if (seconds === undefined || typeof key !== "string") return undefined;
  const keys = key.split(" ").filter((name) => name !== "");
  return { seconds: Number(seconds), keys, ...(anonymous && { anonymous: true }) };
}
