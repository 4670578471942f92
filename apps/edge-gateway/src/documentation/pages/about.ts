import manifest from "../../../package.json" with { type: "json" };

/** The release that is documented. */
export const { version } = manifest;

/** What a reader of the documentation should know first, in CommonMark. */
export const description = `Questions and answers, invoice files, Flex shipping, categories, items, search and category prediction
of a self-hosted marketplace. Clients of the public Mercado Libre REST API work unchanged.

- **Token**: press _Authorize_ and paste an access token; it is sent as \`Authorization: Bearer\`. The demo's tokens are in
  \`sandbox.json\`, in what \`start\` prints, and on [the first page](/). Applications get theirs at \`/authorization\` and \`/oauth/token\`.
- **Errors** are \`{message, error, status, cause}\`; \`cause\` names each issue of a request. Their header \`Link\` leads
  to an explanation in [the guide](/docs/guide/errors).
- **Every GET** takes \`attributes=id,name\` for some fields only, and \`callback=name\` for JSONP; every path answers OPTIONS with
  its own description. Lists take \`limit\` and \`offset\`.
- The examples name what the demo holds, so most of them can be sent as they stand.`;
