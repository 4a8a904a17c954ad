// The SQL of protected hosts: whose each is, and that it is nobody else's.
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { faultAt, tell } from '../definition-errors/definition-fault.ts'
import type { CodedFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition } from './definition.ts'

/** Writes down the hosts that an application has now. */
export async function writeHosts(
  transaction: Transaction,
  { id, definition }: { id: string; definition: ApplicationDefinition },
): Promise<void> {
  const { hosts } = definition
  await transaction.deleteFrom('site_hosts').where('application_id', '=', id).execute()
  if (hosts.length > 0)
    await transaction
      .insertInto('site_hosts')
      .values(hosts.map((host) => ({ host, application_id: id })))
      .execute()
}

/** Hosts that another application has already. */
export async function takenHostFaults(
  queries: Queries,
  { id, hosts }: Pick<ApplicationDefinition, 'id' | 'hosts'>,
): Promise<CodedFault[]> {
  if (hosts.length === 0) return []
  const rows = await queries
    .selectFrom('site_hosts')
    .selectAll()
    .where('host', 'in', hosts)
    .where('application_id', '!=', id)
    .execute()
  return hosts.flatMap((host, index) => {
    const owner = rows.find((row) => row.host === host)
    return owner === undefined ? [] : [faultAt(`hosts[${index}]`, tell('host_taken', { id: owner.application_id }))]
  })
}
