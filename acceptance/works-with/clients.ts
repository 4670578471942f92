/** A library of PyPI. */
export interface PythonClient {
  name: string;
  version: string;
  /** The module that its users import. */
  module: string;
  /** A script in `python`, for one that can be imported. */
  script?: string;
  /** A sentence for those who use it. */
  note?: string;
}

/** Libraries of PyPI that Python 3 can run, and some that it cannot. */
export const pythonClients: readonly PythonClient[] = [
  { name: "melisdk", version: "0.1.3", module: "melisdk", script: "check_melisdk.py" },
  {
    name: "meliapiclient",
    version: "0.0.5",
    module: "MeliAPIClient",
    script: "check_meliapiclient.py",
    note: "It uploads an invoice without saying what type the file has.",
  },
  { name: "pymeli", version: "0.2.8", module: "pymeli", script: "check_pymeli.py" },
  {
    name: "mercadolibre-python",
    version: "0.2.2",
    module: "mercadolibre",
    script: "check_mercadolibre_python.py",
  },
  {
    name: "mercadolibre-wrapper",
    version: "0.2",
    module: "mercadolibre",
    script: "check_mercadolibre_wrapper.py",
  },
  {
    name: "mercadolibre-sdk",
    version: "0.0.16",
    module: "mercadolibre",
    script: "check_mercadolibre_sdk.py",
  },
  {
    name: "mercadolibre.py",
    version: "0.1.7",
    module: "mercadolibre",
    script: "check_mercadolibre_py.py",
    note: "It asks for SSL 3, so that it needs an address without TLS.",
  },
  {
    name: "meli-package",
    version: "0.0.7",
    module: "meli_package",
    script: "check_meli_package.py",
    note: "It sends questions and answers as a form that it calls JSON, and misspells the token of two functions.",
  },
  { name: "meli-client", version: "1.12", module: "meli_client.meli" },
  { name: "ngmeli", version: "0.0.7", module: "ng_meli" },
  { name: "mlapi", version: "1.3.8", module: "lib.meli" },
];

/** A library of npm that tests of the acceptance suite use. */
export interface TestedClient {
  name: string;
  file: string;
  /** Runs in Chromium, with the other pages. */
  inBrowser?: true;
}

export const testedClients: readonly TestedClient[] = [
  { name: "mercadolibre", file: "clients/mercadolibre.test.ts" },
  { name: "mercadolibre-node-sdk", file: "clients/mercadolibre-node-sdk.test.ts" },
  { name: "mercadolibre-nodejs-sdk", file: "clients/mercadolibre-nodejs-sdk.test.ts" },
  { name: "passport-mercadolivre", file: "clients/passport-mercadolivre.test.ts" },
  { name: "mercadolibre-sdk-js", file: "browser/mercadolibre-sdk-js.browser.ts", inBrowser: true },
];

/** Fetched from npm for this alone: what it stands on is too old to be installed with the repository. */
export const passportStrategy = { name: "passport-mercadolibre", version: "0.0.2" };
