import { searchIndexConforms } from "../conformance/conformance.ts";
import { newPrefix, openIndex, optionsFor, removeIndices } from "./server.fixture.ts";

async function openEmptyIndex() {
  const prefix = newPrefix();
  const index = await openIndex(optionsFor(prefix));
  const close = async () => {
    await index.close();
    await removeIndices(prefix);
  };
  return { ...index, close };
}

// A run takes seconds, because each creates three indices.
searchIndexConforms("the OpenSearch index", openEmptyIndex, { runs: 30 });
