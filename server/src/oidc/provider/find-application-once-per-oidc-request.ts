// Caches applications per request, so that the provider and our checks see the same state.
import { findApplicationOrMetadataClient } from '../../store/client-metadata/client-metadata-document-store.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'

/** Includes disabled applications. */
export async function findApplicationOncePerOidcRequest(id: string): Promise<ApplicationRecord | undefined> {
  const { applications } = getOidcRequest()
  const known = applications.get(id)
  if (known !== undefined) return known
  const found = await findApplicationOrMetadataClient(getOidcRequestQueries(), id)
  if (found !== undefined) applications.set(id, found)
  return found
}
