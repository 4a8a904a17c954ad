// Resources with a token life that only earlier releases allowed.
import { resourceTokenLife } from '@countersign/api/limits'
import type { FastifyBaseLogger } from 'fastify'
import type { Queries } from '../../platform/database/open-database.ts'
import type { ResourceDefinition } from './definition.ts'

/** Logs them at each start, until an operator saves them again. */
export async function warnOfShortLives(queries: Queries, log: FastifyBaseLogger): Promise<void> {
  const rows = await queries.selectFrom('resources').select('definition').orderBy('identifier').execute()
  for (const { definition } of rows) {
    const { resource, tokenLifeSeconds } = JSON.parse(definition) as ResourceDefinition
    if (tokenLifeSeconds !== null && tokenLifeSeconds < resourceTokenLife.min)
      log.warn(
        { resource, tokenLifeSeconds, help: 'docs/guides/upgrade.md#token-life' },
        `tokens of this resource work for ${resourceTokenLife.min} seconds, the least that is allowed now; confirm it with countersign resource change --token-life ${resourceTokenLife.min}`,
      )
  }
}
