export { withoutDatabase as default } from "../../vitest.shared.ts";
