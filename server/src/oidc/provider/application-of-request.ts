// The applications that one request has to do with, each read once in it: what the provider, our gates and our answers see is the same.
import { findKnownApplication } from '../../store/client-metadata/store.ts'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import { currentScope, reader } from './request-scope.ts'

/** An application as it was when this request first asked for it, enabled or not. */
export async function applicationOfRequest(id: string): Promise<ApplicationRecord | undefined> {
  const { applications } = currentScope()
  const known = applications.get(id)
  if (known !== undefined) return known
  const found = await findKnownApplication(reader(), id)
  if (found !== undefined) applications.set(id, found)
  return found
}
