// Writes docs/errors.md from the catalogues of problems.
import { writeFileSync } from "node:fs";
import { errorCatalogue } from "../src/documentation/error-catalogue.ts";
import { errorsPage } from "../src/documentation/errors-page.ts";

writeFileSync(new URL("../../../docs/errors.md", import.meta.url), errorsPage(errorCatalogue()));
// A service's modules may hold timers open.
process.exit(0);
