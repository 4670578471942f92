export { ofService as default } from "../../vitest.shared.ts";
