/** A cause as the API says it. */
export interface Cause {
  code: string;
  message: string;
  references: string[];
}

/** An answer of the API other than success: its message, code and causes. */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly status: number;
  readonly error: string;
  readonly causes: readonly Cause[];
  readonly requestId: string | undefined;
  constructor(response: Response, body: unknown) {
    const fields: Partial<Record<string, unknown>> =
      typeof body === "object" && body !== null ? { ...body } : {};
    super(typeof fields.message === "string" ? fields.message : `HTTP ${response.status}`);
    this.status = response.status;
    this.error = typeof fields.error === "string" ? fields.error : "";
    this.causes = Array.isArray(fields.cause) ? fields.cause.filter(isCause) : [];
    this.requestId = response.headers.get("X-Request-Id") ?? undefined;
  }
}

const isCause = (value: unknown): value is Cause =>
  typeof value === "object" && value !== null && "message" in value;

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of an answer; throws ApiProblem for one that is none. */
export async function dataOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new ApiProblem(response, error);
  // A success without a body has no data, and its type says so.
  return data as T;
}
