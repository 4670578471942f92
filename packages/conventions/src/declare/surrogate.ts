/** What a service tells the gateway of an answer: how long it may be kept there, and by which names it is dropped. */
export interface SurrogateMark {
  /** 0: the answer itself is not to be kept, but what is kept under these names is out of date. */
  seconds: number;
  keys: readonly string[];
}

/** The gateway's ear for what may be kept of an answer. */
export interface SurrogateListener {
  /** Called before the headers of the answer are sent. */
  onMark(mark: SurrogateMark): void;
}

/** The field's names for it between services; the gateway takes them off. */
export const surrogateHeaders = { control: "surrogate-control", key: "surrogate-key" } as const;

/** Reads the headers of a service in another process. */
export function readSurrogateMark(
  control: string | string[] | undefined,
  key: string | string[] | undefined,
): SurrogateMark | undefined {
  const seconds = typeof control === "string" ? /^max-age=(\d{1,9})$/.exec(control)?.[1] : undefined;
  if (seconds === undefined || typeof key !== "string") return undefined;
  return { seconds: Number(seconds), keys: key.split(" ").filter((name) => name !== "") };
}
