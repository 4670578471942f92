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
