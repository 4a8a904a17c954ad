// The applications that one request has to do with, each read once in it: what the provider, our gates and our answers see is the same.
import { findApplicationOrMetadataClient } from '../../store/client-metadata/client-metadata-document-store.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'

/** An application as it was when this request first asked for it, enabled or not. */
export async function findApplicationOncePerOidcRequest(id: string): Promise<ApplicationRecord | undefined> {
  const { applications } = getOidcRequest()
  const known = applications.get(id)
  if (known !== undefined) return known
  const found = await findApplicationOrMetadataClient(getOidcRequestQueries(), id)
  if (found !== undefined) applications.set(id, found)
  return found
}
