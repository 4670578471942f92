import type { OpenApiFragment } from "@marketplace/conventions";
import { z } from "zod";
import { query } from "./contract.ts";

/**
 * Every service describes its public resources, so that the gateway can serve one merged OpenAPI document.
 */
export const describeCall = query(
  z.object({}),
  z.custom<OpenApiFragment>((value) => typeof value === "object" && value !== null),
);
