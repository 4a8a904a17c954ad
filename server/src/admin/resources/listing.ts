// The applications that list a resource: without it they would get no tokens for it, and so it stays as long as they do.
import { listAllApplications } from '../../store/applications/store.ts'
import type { Queries } from '../../platform/database/open-database.ts'

export interface ListingApplication {
  id: string
  name: string
  /** The scopes that it may ask for. */
  scopes: string[]
}

/** In the order of their names. */
export async function listApplicationsListing(queries: Queries, identifier: string): Promise<ListingApplication[]> {
  return (await listAllApplications(queries)).flatMap(({ id, name, definition }) =>
    definition.resources
      .filter(({ resource }) => resource === identifier)
      .map(({ scopes }) => ({ id, name, scopes: [...scopes] })),
  )
}

/** The same by their ids alone. */
export const listIdsListing = async (queries: Queries, identifier: string): Promise<string[]> =>
  (await listApplicationsListing(queries, identifier)).map(({ id }) => id)
