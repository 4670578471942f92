/** Another live process uses the embedded Postgres of this data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = "DataDirectoryInUse";
  constructor(dataDir: string) {
    super(`the data directory ${dataDir} is in use by another running process`);
  }
}

/** The data directory cannot hold a database: not writable, no directory, of another Postgres version. */
export class DataDirectoryUnusable extends Error {
  override readonly name = "DataDirectoryUnusable";
  constructor(dataDir: string, reason: string) {
    super(`the data directory ${dataDir} cannot be used: ${reason}`);
  }
}
