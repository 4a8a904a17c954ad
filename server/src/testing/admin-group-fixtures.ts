// Fixtures and calls for groups through the admin API.
import type { TestServer } from './countersign-test-server.ts'
import { sequenceAllAuditEntries } from './inspect-test-database.ts'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'

export const createWalletRule = (...wallets: string[]) => ({ type: 'wallets', wallets })

export const teamGroupDefinition = {
  id: 'team',
  name: 'Team',
  description: null,
  rule: createWalletRule(ethereumTestKeys.bob.address),
}

export async function listGroupAuditEntriesForTests({ database }: TestServer): Promise<[string, unknown, unknown][]> {
  await sequenceAllAuditEntries(database.queries)
  const rows = await database.queries
    .selectFrom('audit_events')
    .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
    .select(['type', 'details', 'content'])
    .where('type', 'like', 'group.%')
    .orderBy('audit_events.sequence')
    .execute()
  return rows.map(({ type, details, content }) => [type, JSON.parse(details), JSON.parse(content)])
}
