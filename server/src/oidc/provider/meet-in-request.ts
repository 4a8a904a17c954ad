// An application that nobody registered, within a request that the provider reads: its document is read where something begins, and everywhere else
// what was read then counts. What comes by a browser has met it before the provider is asked (mount.ts), so that people see a page of ours.
import { Provider, errors } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import type { Documents } from '../client-metadata/meet.ts'
import { Refusal } from '../../platform/refusal.ts'
import { applicationOfRequest } from './application-of-request.ts'
import { tooMany } from './count-pushed.ts'
import { currentScope, hasBegun } from './request-scope.ts'

/** Where something begins that an application asks for. */
const beginnings: ReadonlySet<string> = new Set([
  'authorization',
  'pushed_authorization_request',
  'device_authorization',
])

/** @throws InvalidClient where its document cannot be used */
export async function meetInRequest(id: string, documents: Documents): Promise<ApplicationRecord | undefined> {
  const { applications, caller } = currentScope()
  const met = applications.get(id)
  if (met !== undefined) return met
  if (hasBegun() || !beginnings.has(Provider.ctx?.oidc.route ?? '')) {
    const known = await applicationOfRequest(id)
    // Who lets in no applications of its host any more has none of them.
    return known?.origin === 'metadata-document' && !documents.mayAsk(id) ? undefined : known
  }
  try {
    const application = await documents.meet(id, caller)
    if (application !== undefined) applications.set(id, application)
    return application
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'rate.limited' && Provider.ctx !== undefined) throw tooMany(Provider.ctx, error)
    if (error.code !== 'application.document_unusable') throw error
    throw new errors.InvalidClient('the document at client_id cannot be used', error.privateDetail)
  }
}
