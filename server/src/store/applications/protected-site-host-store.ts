import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'

export async function replaceSiteHosts(
  transaction: DatabaseTransaction,
  { id, definition }: { id: string; definition: ApplicationDefinition },
): Promise<void> {
  const { hosts } = definition
  await transaction.deleteFrom('protected_site_hosts').where('application_id', '=', id).execute()
  if (hosts.length > 0)
    await transaction
      .insertInto('protected_site_hosts')
      .values(hosts.map((host) => ({ host, application_id: id })))
      .execute()
}

export async function validateSiteHostsAvailable(
  queries: DatabaseQueryBuilder,
  { id, hosts }: Pick<ApplicationDefinition, 'id' | 'hosts'>,
): Promise<CodedApplicationDefinitionFieldError[]> {
  if (hosts.length === 0) return []
  const rows = await queries
    .selectFrom('protected_site_hosts')
    .selectAll()
    .where('host', 'in', hosts)
    .where('application_id', '!=', id)
    .execute()
  return hosts.flatMap((host, index) => {
    const owner = rows.find((row) => row.host === host)
    return owner === undefined
      ? []
      : [
          createApplicationDefinitionFieldError(
            `hosts[${index}]`,
            createApplicationDefinitionErrorDetail('host_taken', { id: owner.application_id }),
          ),
        ]
  })
}
