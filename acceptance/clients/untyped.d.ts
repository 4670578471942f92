/** Types of client libraries that ship none, as far as the tests use them. */
declare module "mercadolibre-nodejs-sdk" {
  type Callback = (error: unknown, data: unknown, response?: { body: unknown; status: number }) => void;
  export class ApiClient {
    basePath: string;
    defaultHeaders: Record<string, string>;
  }
  export class OAuth20Api {
    constructor(client: ApiClient);
    getToken(options: Record<string, string>, callback: Callback): void;
  }
  export class CategoriesApi {
    constructor(client: ApiClient);
    categoriesCategoryIdGet(id: string, callback: Callback): void;
    sitesSiteIdCategoriesGet(siteId: string, callback: Callback): void;
    sitesSiteIdDomainDiscoverySearchGet(siteId: string, q: string, limit: string, callback: Callback): void;
  }
  export class ItemsApi {
    constructor(client: ApiClient);
    itemsIdGet(id: string, callback: Callback): void;
    itemsPost(token: string, item: object, callback: Callback): void;
    itemsIdPut(id: string, token: string, item: object, callback: Callback): void;
  }
  export class RestClientApi {
    constructor(client: ApiClient);
    resourceGet(resource: string, token: string, callback: Callback): void;
    resourcePost(resource: string, token: string, body: object, callback: Callback): void;
    resourcePut(resource: string, token: string, body: object, callback: Callback): void;
    resourceDelete(resource: string, token: string, callback: Callback): void;
  }
}

declare module "mercadolibre" {
  type Callback = (error: unknown, body: unknown) => void;
  export class Meli {
    constructor(clientId: string, clientSecret: string, accessToken?: string, refreshToken?: string);
    getAuthURL(redirectUri: string): string;
    authorize(code: string, redirectUri: string, callback: Callback): void;
    refreshAccessToken(callback: Callback): void;
    get(path: string, params: object, callback: Callback): void;
    post(path: string, body: object, params: object, callback: Callback): void;
    put(path: string, body: object, params: object, callback: Callback): void;
    delete(path: string, params: object, callback: Callback): void;
  }
}

declare module "mercadolibre/config.js" {
  export const config: { api_root_url: string; auth_url: string; oauth_url: string };
}

declare module "passport-mercadolivre" {
  type Done = (error: unknown, user?: unknown) => void;
  type Verify = (accessToken: string, refreshToken: string, profile: object, done: Done) => void;
  /** Where OAuth 2.0 keeps the `state` between the two redirects. */
  interface StateStore {
    store(request: object, meta: object, done: (error: unknown, state: string) => void): void;
    verify(request: object, state: string, done: (error: unknown, isKnown: boolean) => void): void;
  }
  export const MercadoLivreUrls: {
    authorizationURL: string;
    tokenURL: string;
    apiURL: string;
    profileURL: string;
  };
  export class MercadoLivreStrategy {
    constructor(
      options: { clientID: string; clientSecret: string; callbackURL: string; store: StateStore },
      verify: Verify,
    );
  }
}

declare module "passport" {
  export class Passport {
    use(strategy: object): this;
    initialize(): import("express").RequestHandler;
    authenticate(strategy: string, options: { session: boolean }): import("express").RequestHandler;
  }
}
