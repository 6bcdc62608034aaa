/** The package comes without types; these are the ones the bench touches. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  export interface AdapterPayload {
    grantId?: string;
    [member: string]: unknown;
  }

  export interface Adapter {
    upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void>;
    find(id: string): Promise<AdapterPayload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
    findByUid(uid: string): Promise<AdapterPayload | undefined>;
    findByUserCode(userCode: string): Promise<AdapterPayload | undefined>;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    readonly Client: { find(clientId: string): Promise<object | undefined> };
    readonly Grant: new (
      facts: object,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    readonly RefreshToken: new (
      facts: object,
    ) => { save(): Promise<string> };
  }
}
