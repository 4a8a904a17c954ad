import type { FastifyReply } from 'fastify'
import { maxWalletListFileBytes } from '@countersign/api/parse-wallet-list-file'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import type { AdminCaller, AdminEndpointContext } from '../authorization/register-admin-endpoint.ts'
import { createReplicaOrDatabaseReader } from '../endpoints/replica-or-database-reader.ts'
import { createTaskConcurrencyLimit } from '../endpoints/task-concurrency-limit.ts'
import { getRehearsalWindowDays } from './rehearse-access.ts'
import type { Rehearsal } from './rehearse-access.ts'
import { rehearseGroupRule } from './rehearse-group-rule.ts'
import type { RehearsalContext } from './rehearse-group-rule.ts'
import { rehearseSignInPolicy } from './rehearse-sign-in-policy.ts'

const maxConcurrentRehearsals = 2

export function registerRehearsalRoutes(app: AdminEndpointContext): void {
  const limit = createTaskConcurrencyLimit(maxConcurrentRehearsals, 'too many rehearsals are running')

  const run = (
    { reply, admin }: { reply: FastifyReply; admin: AdminCaller },
    rehearse: (context: RehearsalContext) => Promise<Rehearsal>,
  ): Promise<Rehearsal> =>
    limit(() =>
      abortWhenClientLeaves(reply, (signal) =>
        createReplicaOrDatabaseReader(
          app,
          reply,
        )(({ queries }) =>
          rehearse({
            queries,
            chains: app.chains,
            now: app.clock(),
            windowDays: getRehearsalWindowDays(app.settings.limits),
            signal,
            // An API token without this permission must not look up people (THREATS O38).
            lists: admin.permissions.includes('people.read'),
          }),
        ),
      ),
    )

  registerAdminEndpoint(
    app,
    'rehearseGroupRule',
    ({ body, ...call }) => run(call, (context) => rehearseGroupRule(context, body)),
    { maxBodyBytes: 2 * maxWalletListFileBytes },
  )

  registerAdminEndpoint(app, 'rehearseSignInPolicy', ({ body, ...call }) =>
    run(call, (context) => rehearseSignInPolicy(context, body)),
  )
}

/** A rehearsal takes seconds if there are many people (THREATS O39). */
async function abortWhenClientLeaves<Result>(
  { raw }: FastifyReply,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController()
  const abort = () => gone.abort()
  // If the client has already disconnected, `close` never fires.
  if (raw.destroyed) abort()
  raw.once('close', abort)
  try {
    return await work(gone.signal)
  } finally {
    raw.off('close', abort)
  }
}
