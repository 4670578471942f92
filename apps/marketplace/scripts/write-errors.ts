// Writes docs/errors.md from the catalogs of problems.
import { writeFileSync } from "node:fs";
import { errorCatalog } from "../src/documentation/error-catalog.ts";
import { errorsPage } from "../src/documentation/errors-page.ts";

writeFileSync(new URL("../../../docs/errors.md", import.meta.url), errorsPage(errorCatalog()));
// A service's modules may hold timers open.
process.exit(0);
