// `countersign login`: a terminal asks for an API token, and a person with a role approves it in a
// trusted browser after a step-up (THREATS N23).
import type { AdminPermission, AdminRole } from '@countersign/api/admin-role-permissions'
import type { FastifyRequest } from 'fastify'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { toIpNetworkPrefix } from '../../platform/ip-network-prefix.ts'
import { readUserAgent } from '../../platform/read-user-agent.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  identifyRateLimitCaller,
  identifySignedInRateLimitCaller,
} from '../../auth/session-guard/identify-rate-limit-caller.ts'
import { hasTrustedBrowser, requireFreshStepUp } from '../../auth/session-guard/require-request-session.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import {
  authenticateApiToken,
  findApiTokenByHash,
  generateApiToken,
  hashApiToken,
  readApiTokenHash,
} from '../../store/roles/api-tokens.ts'
import { approveLoginRequest, listLoginTokenPermissions } from '../../store/roles/approve-login-request.ts'
import {
  answerLoginRequest,
  createLoginUserCode,
  findLoginRequestByToken,
  findOpenLoginRequest,
  formatLoginUserCode,
  insertLoginRequest,
} from '../../store/roles/login-request-store.ts'
import type { LoginRequestRow } from '../../store/roles/login-request-store.ts'
import { revokeApiToken } from '../../store/roles/revoke-api-token.ts'
import { authenticateAdminCaller } from '../authorization/require-admin-permission.ts'

const pollIntervalSeconds = 5

export function registerLoginRequestRoutes(app: ServerAppContext): void {
  registerTerminalEndpoints(app)
  registerApprovalEndpoints(app)
}

function registerTerminalEndpoints(app: ServerAppContext): void {
  const { clock, random, settings, rateLimiter } = app
  const { queries } = app.database

  registerApiEndpoint(app, 'createLoginRequest', async ({ body, request }) => {
    const caller = identifyRateLimitCaller(app, request)
    await rateLimiter.consumeNetworkBudget('loginRequests', caller)
    await rateLimiter.consumeSharedBudget('loginRequests', caller)
    const now = clock()
    const [token, userCode] = [generateApiToken(random), createLoginUserCode(random)]
    const expiresAt = now + settings.limits.deviceCodeLifetimeSeconds * 1000
    await insertLoginRequest(queries, {
      token_hash: hashApiToken(token),
      userCode,
      machine: body.machine,
      user_agent: readUserAgent(request),
      network_prefix: toIpNetworkPrefix(request.ip),
      created_at: now,
      expires_at: expiresAt,
    })
    const link = new URL('/device', settings.origin)
    link.searchParams.set('user_code', formatLoginUserCode(userCode))
    return {
      token,
      userCode: formatLoginUserCode(userCode),
      link: link.href,
      expiresAt: formatRfc3339Timestamp(expiresAt),
      pollSeconds: pollIntervalSeconds,
    }
  })

  registerApiEndpoint(
    app,
    'readLoginToken',
    async ({ request }) => {
      const tokenHash = readApiTokenHash(request)
      if (tokenHash === null) throw new ApiError('api_token.invalid')
      const login = await findLoginRequestByToken(queries, tokenHash, clock())
      if (login === undefined) throw new ApiError('login.invalid')
      if (login.decision !== 'approved') return { state: login.decision ?? 'waiting', expiresAt: null }
      const token = await findApiTokenByHash(queries, tokenHash)
      if (token === undefined) throw new ApiError('login.invalid')
      return { state: 'approved' as const, expiresAt: formatRfc3339Timestamp(token.expires_at) }
    },
    { acceptsApiTokens: true },
  )

  registerApiEndpoint(
    app,
    'revokeLoginToken',
    async ({ request }) => {
      const { actor, isLogin } = await authenticateApiToken(app, request)
      if (!isLogin) throw new ApiError('permission.denied', { privateDetail: 'not a token of countersign login' })
      await revokeApiToken({ queries, random }, { id: actor.tokenId, ownerId: actor.personId, actor, now: clock() })
      return undefined
    },
    { acceptsApiTokens: true },
  )
}

function registerApprovalEndpoints(app: ServerAppContext): void {
  const { clock, random, settings } = app
  const { queries } = app.database

  registerApiEndpoint(app, 'readLoginRequest', async ({ body, request }) => {
    const { permissions, code, row } = await requireLoginRequest(app, request, body.userCode)
    return {
      userCode: formatLoginUserCode(code),
      machine: row.machine,
      permissions,
      lifetimeSeconds: settings.limits.loginTokenLifetimeSeconds,
      userAgent: row.user_agent,
      networkPrefix: row.network_prefix,
      sameNetwork: row.network_prefix === toIpNetworkPrefix(request.ip),
      requestedAt: formatRfc3339Timestamp(row.created_at),
      expiresAt: formatRfc3339Timestamp(row.expires_at),
    }
  })

  registerApiEndpoint(app, 'approveLoginRequest', async ({ body, request }) => {
    await requireFreshStepUp(app, request)
    const { signedIn, roles, row } = await requireLoginRequest(app, request, body.userCode)
    // A relayed signature can pass the step-up, but does not make a browser trusted (decision 0057).
    if (!hasTrustedBrowser(app, request, signedIn)) throw new ApiError('login.browser_not_trusted')
    const actor = { kind: 'person', personId: signedIn.person.id, sessionId: signedIn.session.id } as const
    await approveLoginRequest(
      { queries, random, limits: settings.limits },
      { request: row, actor, roles, now: clock() },
    )
    return undefined
  })

  registerApiEndpoint(app, 'denyLoginRequest', async ({ body, request }) => {
    const { row } = await requireLoginRequest(app, request, body.userCode)
    if (!(await answerLoginRequest(queries, row, 'denied', clock()))) throw new ApiError('login.invalid')
    return undefined
  })
}

interface OpenedLoginRequest {
  signedIn: AuthenticatedSession
  roles: readonly AdminRole[]
  permissions: AdminPermission[]
  code: string
  row: LoginRequestRow
}

async function requireLoginRequest(
  app: ServerAppContext,
  request: FastifyRequest,
  userCode: string,
): Promise<OpenedLoginRequest> {
  const { admin, signedIn } = await authenticateAdminCaller(app, request)
  // A token must not create tokens (THREATS N24).
  if (signedIn === null) throw new ApiError('session.required')
  const caller = identifySignedInRateLimitCaller(request)
  await app.rateLimiter.consumeNetworkBudget('deviceCodes', caller)
  await app.rateLimiter.consumeSharedBudget('deviceCodes', caller)
  if (admin.roles.length === 0) throw new ApiError('login.role_required')
  const found = await findOpenLoginRequest(app.database.queries, userCode, app.clock())
  if (found === undefined) throw new ApiError('login.invalid')
  return { signedIn, roles: admin.roles, permissions: listLoginTokenPermissions(admin.roles), ...found }
}
