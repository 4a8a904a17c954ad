// Where the administration's lists, counts, searches and exports are read: on the read replica where there is one that has everything. What
// decides on anything, and what is read for a change, is read from the database itself, by its own queries.
import type { FastifyReply } from 'fastify'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { RunReadOnReplicaOrDatabase } from '../../platform/database/read-replica-with-fallback.ts'

/** Says which of the two was read, and how far the replica is behind, in seconds. */
const header = 'countersign-read-from'

/** Reads for the answer to a request, which says in a header where it was read. */
export const createReplicaOrDatabaseReader =
  (
    { database, replica }: Pick<ServerAppContext, 'database' | 'replica'>,
    reply: FastifyReply,
  ): RunReadOnReplicaOrDatabase =>
  (work) =>
    replica === null
      ? work(database)
      : replica.read(work, (from) => {
          // Of a file that is on its way already, the head is gone.
          if (reply.sent) return
          const { state, lagMs } = replica.status()
          const lag = from === 'database' && lagMs !== null ? `; lag=${(lagMs / 1000).toFixed(1)}` : ''
          reply.header(header, from === 'replica' ? from : `${from}; replica=${state}${lag}`)
        })
