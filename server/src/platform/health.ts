// Whether this instance runs, and whether it can do its work.
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Queries } from './database/open-database.ts'

/**
 * `/health/live`: the process answers. `/health/ready`: it can also read and write its database; 503 where not, so
 * that a balancer sends people elsewhere.
 */
export function serveHealth(http: FastifyInstance, queries: Queries): void {
  http.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'live' }))
  http.get('/health/ready', { schema: { hide: true } }, async () => {
    // Takes the write lock for a moment without changing anything: a database that can only be read is not ready.
    await queries.transaction().execute(async (transaction) => {
      await sql`update event_head set sequence = sequence where id = 1`.execute(transaction)
    })
    return { status: 'ready' }
  })
}
