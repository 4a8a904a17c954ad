// The applications that list a resource: without it they would get no tokens for it, and so it stays as long as they do.
import { listAllApplications } from '../../store/applications/application-store.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

export interface ResourceServerApplication {
  id: string
  name: string
  /** The scopes that it may ask for. */
  scopes: string[]
}

/** In the order of their names. */
export async function listApplicationsOfResourceServer(
  queries: DatabaseQueryBuilder,
  identifier: string,
): Promise<ResourceServerApplication[]> {
  return (await listAllApplications(queries)).flatMap(({ id, name, definition }) =>
    definition.resources
      .filter(({ resource }) => resource === identifier)
      .map(({ scopes }) => ({ id, name, scopes: [...scopes] })),
  )
}

/** The same by their ids alone. */
export const listApplicationIdsOfResourceServer = async (
  queries: DatabaseQueryBuilder,
  identifier: string,
): Promise<string[]> => (await listApplicationsOfResourceServer(queries, identifier)).map(({ id }) => id)
