// Lists the applications that use a resource server. While there are any, it cannot be removed.
import { listAllApplications } from '../../store/applications/application-store.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

export interface ResourceServerApplication {
  id: string
  name: string
  scopes: string[]
}

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

export const listApplicationIdsOfResourceServer = async (
  queries: DatabaseQueryBuilder,
  identifier: string,
): Promise<string[]> => (await listApplicationsOfResourceServer(queries, identifier)).map(({ id }) => id)
