import { resourceTokenLifetimeBounds } from '@countersign/api/server-limits'
import type { FastifyBaseLogger } from 'fastify'
import { findCliCommandPrefix } from '../../platform/cli-command-prefix.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ResourceServerDefinition } from './resource-server-definition.ts'

export async function warnAboutShortTokenLifetimes(
  queries: DatabaseQueryBuilder,
  log: FastifyBaseLogger,
): Promise<void> {
  const rows = await queries.selectFrom('resources').select('definition').orderBy('identifier').execute()
  for (const { definition } of rows) {
    const { resource, tokenLifetimeSeconds } = JSON.parse(definition) as ResourceServerDefinition
    if (tokenLifetimeSeconds !== null && tokenLifetimeSeconds < resourceTokenLifetimeBounds.min)
      log.warn(
        { resource, tokenLifetimeSeconds, help: 'docs/guides/upgrade.md#token-lifetime' },
        `tokens for this resource are valid for ${resourceTokenLifetimeBounds.min} seconds, the current minimum; confirm this with "${findCliCommandPrefix()} resource change --token-lifetime ${resourceTokenLifetimeBounds.min}"`,
      )
  }
}
