export { setup } from "@marketplace/database/testing/postgres-setup";
