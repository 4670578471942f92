export { containsContactData } from "./moderation.ts";
