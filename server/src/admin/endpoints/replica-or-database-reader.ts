// Only list queries use the read replica; reads that decide or precede a change use the primary.
import type { FastifyReply } from 'fastify'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { RunReadOnReplicaOrDatabase } from '../../platform/database/read-replica-with-fallback.ts'

const header = 'countersign-read-from'

export const createReplicaOrDatabaseReader =
  (
    { database, replica }: Pick<ServerAppContext, 'database' | 'replica'>,
    reply: FastifyReply,
  ): RunReadOnReplicaOrDatabase =>
  (work) =>
    replica === null
      ? work(database)
      : replica.read(work, (from) => {
          // The headers of a streamed response are already sent.
          if (reply.sent) return
          const { state, lagMs } = replica.status()
          const lag = from === 'database' && lagMs !== null ? `; lag=${(lagMs / 1000).toFixed(1)}` : ''
          reply.header(header, from === 'replica' ? from : `${from}; replica=${state}${lag}`)
        })
