// Becomes the product as it was built, like scripts/start.mjs, and builds nothing that is missing.
import { becomeProduct } from "../../apps/marketplace/src/boot/become-product.ts";

process.env.MARKETPLACE_LAUNCHER = "";
await becomeProduct(new URL("../../apps/marketplace/dist/main.js", import.meta.url), []);
