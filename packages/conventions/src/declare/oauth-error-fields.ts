import type { Problem } from "./problem.ts";

/** What every error body below `/oauth` carries besides the four fields (decisions 1.1). */
export const oauthErrorFields = ({ message }: Problem) => ({ error_description: message });
