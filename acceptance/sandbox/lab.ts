import { inject } from "vitest";

/** The admin token of the product under test. */
export const admin: string = inject("sandbox").sandbox.admin_token;
