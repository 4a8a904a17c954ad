// The storage interface that oidc-provider requires of its adapter.
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'

/** What oidc-provider asks of its storage. */
export interface OidcProviderAdapter {
  upsert: (id: string, payload: OidcProviderRecordPayload, lifeSeconds: number) => Promise<void>
  find: (id: string) => Promise<OidcProviderRecordPayload | undefined>
  findByUid: (uid: string) => Promise<OidcProviderRecordPayload | undefined>
  findByUserCode: (userCode: string) => Promise<OidcProviderRecordPayload | undefined>
  consume: (id: string) => Promise<void>
  destroy: (id: string) => Promise<void>
  revokeByGrantId: (grantId: string) => Promise<void>
}

/** A model of which the provider stores nothing. */
export function createUnsupportedOidcModelAdapter(kind: string): OidcProviderAdapter {
  const never = async (): Promise<never> => {
    throw new Error(`The provider does not store ${kind}`)
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
