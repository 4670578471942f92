export { withDatabase as default } from "../../vitest.shared.ts";
