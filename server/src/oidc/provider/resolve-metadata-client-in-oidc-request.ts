// A document is fetched only where a flow starts.
import { Provider, errors } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { MetadataDocumentClientResolver } from '../client-metadata/resolve-metadata-document-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { findApplicationOncePerOidcRequest } from './find-application-once-per-oidc-request.ts'
import { createTooManyRequestsError } from './rate-limit-pushed-authorization-requests.ts'
import { getOidcRequest, isOidcRequestTransactionStarted } from './oidc-request-context.ts'

const resolvingRoutes: ReadonlySet<string> = new Set([
  'authorization',
  'pushed_authorization_request',
  'device_authorization',
])

export async function resolveMetadataClientInOidcRequest(
  id: string,
  documents: MetadataDocumentClientResolver,
): Promise<ApplicationRecord | undefined> {
  const { applications, caller } = getOidcRequest()
  const met = applications.get(id)
  if (met !== undefined) return met
  if (isOidcRequestTransactionStarted() || !resolvingRoutes.has(Provider.ctx?.oidc.route ?? '')) {
    const known = await findApplicationOncePerOidcRequest(id)
    // The operator may no longer allow the document's host.
    return known?.origin === 'metadata-document' && !documents.isAllowed(id) ? undefined : known
  }
  try {
    const application = await documents.resolve(id, caller)
    if (application !== undefined) applications.set(id, application)
    return application
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'rate.limited' && Provider.ctx !== undefined)
      throw createTooManyRequestsError(Provider.ctx, error)
    if (error.code !== 'application.metadata_document_invalid') throw error
    throw new errors.InvalidClient('the document at client_id cannot be used', error.privateDetail)
  }
}
