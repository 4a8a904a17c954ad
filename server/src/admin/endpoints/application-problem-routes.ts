// Refused requests of applications, for their developers (decision 0086).
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { ApiError } from '../../platform/api-error.ts'
import { getTroubleshootingEntryUrl } from '../../oidc/troubleshooting/oidc-error-troubleshooting-entries.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import {
  findRefusedRequests,
  getRefusedRequestRetentionStart,
  listRefusedRequests,
} from '../../store/refused-requests/refused-request-store.ts'
import type { CountedRefusedRequest } from '../../store/refused-requests/refused-request-types.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import type { AdminEndpointContext } from '../authorization/register-admin-endpoint.ts'

type Problem = AdminApiEndpointOutput<'readApplicationProblems'>['problems'][number]

/** @param storePending writes what this instance has collected, so that the newest are found */
export function registerApplicationProblemRoutes(
  app: AdminEndpointContext,
  storePending: () => Promise<unknown> = async () => {},
): void {
  const { database, settings, clock } = app
  const describe = createDescriber(settings.origin)

  registerAdminEndpoint(app, 'readApplicationProblems', async ({ params }) => {
    if ((await findApplicationById(database.queries, params.application)) === undefined)
      throw new ApiError('application.not_found')
    await storePending()
    const since = getRefusedRequestRetentionStart(settings.limits, clock())
    return { problems: (await listRefusedRequests(database.queries, params.application, since)).map(describe) }
  })

  registerAdminEndpoint(app, 'readRefusedRequest', async ({ params }) => {
    await storePending()
    const since = getRefusedRequestRetentionStart(settings.limits, clock())
    return { problems: (await findRefusedRequests(database.queries, params.id, since)).map(describe) }
  })
}

const createDescriber =
  (origin: string) =>
  ({ applicationId, caller, firstAt, lastAt, count, requestId, problem }: CountedRefusedRequest): Problem => {
    const { endpoint, error, description, entry, sent, expected, nearest, change, command } = problem
    return {
      application: applicationId,
      at: formatRfc3339Timestamp(lastAt),
      firstAt: formatRfc3339Timestamp(firstAt),
      count,
      caller,
      requestId,
      endpoint,
      error,
      description,
      entry,
      help: getTroubleshootingEntryUrl(origin, entry),
      sent: { ...sent },
      expected: Object.fromEntries(Object.entries(expected).map(([name, values]) => [name, [...values]])),
      nearest,
      change,
      command,
    }
  }
