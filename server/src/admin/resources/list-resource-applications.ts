// The applications that list a resource: without it they would get no tokens for it, and so it stays as long as they do.
import { listAllApplications } from '../../store/applications/application-store.ts'
import type { DatabaseQueries } from '../../platform/database/open-database.ts'

export interface ResourceApplication {
  id: string
  name: string
  /** The scopes that it may ask for. */
  scopes: string[]
}

/** In the order of their names. */
export async function listResourceApplications(
  queries: DatabaseQueries,
  identifier: string,
): Promise<ResourceApplication[]> {
  return (await listAllApplications(queries)).flatMap(({ id, name, definition }) =>
    definition.resources
      .filter(({ resource }) => resource === identifier)
      .map(({ scopes }) => ({ id, name, scopes: [...scopes] })),
  )
}

/** The same by their ids alone. */
export const listResourceApplicationIds = async (queries: DatabaseQueries, identifier: string): Promise<string[]> =>
  (await listResourceApplications(queries, identifier)).map(({ id }) => id)
