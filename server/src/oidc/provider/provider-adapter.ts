// The storage interface that oidc-provider requires of its adapter.
import type { ProviderPayload } from '../../store/authorizations/provider-record-store.ts'

/** What oidc-provider asks of its storage. */
export interface ProviderAdapter {
  upsert: (id: string, payload: ProviderPayload, lifeSeconds: number) => Promise<void>
  find: (id: string) => Promise<ProviderPayload | undefined>
  findByUid: (uid: string) => Promise<ProviderPayload | undefined>
  findByUserCode: (userCode: string) => Promise<ProviderPayload | undefined>
  consume: (id: string) => Promise<void>
  destroy: (id: string) => Promise<void>
  revokeByGrantId: (grantId: string) => Promise<void>
}

/** A model of which the provider stores nothing. */
export function createUnsupportedAdapter(kind: string): ProviderAdapter {
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
