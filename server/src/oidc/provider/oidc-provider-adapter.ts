import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'

export interface OidcProviderAdapter {
  upsert: (id: string, payload: OidcProviderRecordPayload, lifeSeconds: number) => Promise<void>
  find: (id: string) => Promise<OidcProviderRecordPayload | undefined>
  findByUid: (uid: string) => Promise<OidcProviderRecordPayload | undefined>
  findByUserCode: (userCode: string) => Promise<OidcProviderRecordPayload | undefined>
  consume: (id: string) => Promise<void>
  destroy: (id: string) => Promise<void>
  revokeByGrantId: (grantId: string) => Promise<void>
}

export function createUnsupportedOidcModelAdapter(kind: string): OidcProviderAdapter {
  const never = async (): Promise<never> => {
    throw new Error(`Unexpected oidc-provider record kind: ${kind}`)
  }
  return {
    upsert: never,
    find: never,
    findByUid: never,
    findByUserCode: never,
    consume: never,
    destroy: never,
    revokeByGrantId: never,
  }
}
