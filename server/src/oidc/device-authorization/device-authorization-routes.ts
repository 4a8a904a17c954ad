// Each device code that is tried counts toward the rate limit.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { findConsentGrant } from '../../store/grants/consent-grant-store.ts'
import { describeApplication } from '../../store/applications/application-store.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { toIpNetworkPrefix } from '../../platform/ip-network-prefix.ts'
import { ApiError } from '../../platform/api-error.ts'
import { identifySignedInRateLimitCaller } from '../../auth/session-guard/identify-rate-limit-caller.ts'
import { requireRequestSession } from '../../auth/session-guard/require-request-session.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import type { FastifyRequest } from 'fastify'
import {
  toConsentDecision,
  listConsentItems,
  resolveConsentRequest,
  fingerprintConsentRequest,
} from '../provider/resolve-consent-request.ts'
import { hasUnreadableGroupMemberships } from '../../groups/membership/read-group-memberships.ts'
import {
  createApplicationGroupAccessControl,
  formatGroupMembership,
  isGroupRequirementMet,
} from '../provider/application-group-access-control.ts'
import { getEffectiveSignInMaxAge, isSignInTooOld } from '../provider/sign-in-max-age.ts'
import { findMissingConsentItems, getRequiredConsentItems } from '../provider/required-consent-items.ts'
import { describeDisclosableWalletOptions } from '../provider/application-wallet-choice.ts'
import { describeLegalLinks } from '../../store/applications/validate-and-describe-legal-links.ts'
import { acceptsSignInMethod } from '../../store/applications/sign-in-methods-accepted-by-application.ts'
import {
  approveDeviceAuthorizationRequest,
  denyDeviceAuthorizationRequest,
  findDeviceAuthorizationRequest,
} from './approve-or-deny-device-authorization.ts'
import type { DeviceAuthorizationRequest } from './approve-or-deny-device-authorization.ts'

export function registerDeviceAuthorizationRoutes(app: ServerAppContext): void {
  const { queries } = app.database
  const context = { queries, random: app.random }

  registerApiEndpoint(app, 'readDeviceRequest', async ({ body, request }) => {
    const { device, signedIn } = await requireDeviceRequest(app, request, body.userCode)
    return describeDeviceRequest(app, device, signedIn, request.ip)
  })

  registerApiEndpoint(app, 'approveDevice', async ({ body, request }) => {
    const { device, signedIn } = await requireDeviceRequest(app, request, body.userCode)
    if (!acceptsSignInMethod(device.application, signedIn.session))
      throw new ApiError('application.sign_in_method_not_accepted')
    const { created_at: createdAt } = signedIn.session
    // Treated as a sign-in for this request, so that the person has extra time to read.
    const greatest = getEffectiveSignInMaxAge(device.application, device.payload.params.max_age)
    if (isSignInTooOld(greatest, { createdAt, now: app.clock(), isJustDone: true }))
      throw new ApiError('application.sign_in_too_old')
    const memberships = await createApplicationGroupAccessControl(app).readMemberships(
      signedIn.person.id,
      device.application,
      app.clock(),
    )
    if (!isGroupRequirementMet(device.application, memberships)) {
      if (await hasUnreadableGroupMemberships(queries, signedIn.person.id, device.application.definition.allowedGroups))
        throw new ApiError('chain.unavailable', {
          privateDetail: 'group membership could not be checked; the device keeps waiting',
        })
      await denyDeviceAuthorizationRequest(context, {
        device,
        personId: signedIn.person.id,
        reason: 'not_a_member',
        now: app.clock(),
      })
      throw new ApiError('application.not_allowed')
    }
    const asked = await resolveDeviceConsentRequest(queries, device)
    if (
      body.consentFingerprint !== undefined &&
      body.consentFingerprint !== fingerprintConsentRequest(device.application, asked)
    )
      throw new ApiError('device.invalid', {
        privateDetail: 'the request has changed since the consent page was shown',
      })
    const { definition } = device.application
    const required = getRequiredConsentItems(definition)
    if (body.withheld.some((part) => required.has(part)))
      throw new ApiError('device.invalid', { privateDetail: 'an item that the application requires was withheld' })
    if ((await findMissingConsentItems(queries, signedIn, definition, asked.scopes, app.clock())).size > 0)
      throw new ApiError('consent.claim_missing')
    const allowance = toConsentDecision(asked, body.withheld)
    // Clients would assume that a token without scopes has all requested ones (RFC 6749 §5.1).
    if (asked.scopes.length > 0 && allowance.scopes.length === 0 && allowance.resources.length === 0) {
      if (!(await denyDeviceAuthorizationRequest(context, { device, personId: signedIn.person.id, now: app.clock() })))
        throw new ApiError('device.invalid')
      return undefined
    }
    if (
      !(await approveDeviceAuthorizationRequest(context, {
        device,
        allowance,
        chosen: body.wallet,
        signedIn,
        now: app.clock(),
      }))
    )
      throw new ApiError('device.invalid')
    return undefined
  })

  registerApiEndpoint(app, 'denyDevice', async ({ body, request }) => {
    const { device, signedIn } = await requireDeviceRequest(app, request, body.userCode)
    if (!(await denyDeviceAuthorizationRequest(context, { device, personId: signedIn.person.id, now: app.clock() })))
      throw new ApiError('device.invalid')
    return undefined
  })
}

const resolveDeviceConsentRequest = (
  queries: DatabaseQueryBuilder,
  { application, payload }: DeviceAuthorizationRequest,
) => resolveConsentRequest(queries, application, payload.params.scope, payload.params.resource)

async function describeDeviceRequest(
  app: ServerAppContext,
  device: DeviceAuthorizationRequest,
  signedIn: AuthenticatedSession,
  ip: string,
): Promise<ApiEndpointOutput<'readDeviceRequest'>> {
  const { queries } = app.database
  const { networkPrefix: prefix, userAgent } = device.payload.deviceInfo
  const asked = await resolveDeviceConsentRequest(queries, device)
  const before = await findConsentGrant(queries, signedIn.person.id, device.application.id)
  const { chains, limits } = app.settings
  const reading = { queries, chains, limits, now: app.clock() }
  return {
    userCode: device.userCode,
    application: describeApplication(device.application),
    ...describeLegalLinks(device.application.definition),
    items: listConsentItems(
      device.application,
      asked,
      before,
      getRequiredConsentItems(device.application.definition),
      await findMissingConsentItems(queries, signedIn, device.application.definition, asked.scopes, app.clock()),
    ),
    wallet: await describeDisclosableWalletOptions(reading, signedIn, device.application, asked.scopes, before),
    resources: [...asked.resources],
    ...(asked.scopes.includes('groups') && { groups: await listDisclosedGroups(app, signedIn, device.application) }),
    consentFingerprint: fingerprintConsentRequest(device.application, asked),
    userAgent,
    networkPrefix: prefix,
    sameNetwork: prefix === toIpNetworkPrefix(ip),
    requestedAt: formatRfc3339Timestamp(device.row.created_at),
    expiresAt: formatRfc3339Timestamp(device.row.expires_at),
  }
}

async function listDisclosedGroups(
  app: ServerAppContext,
  { person }: AuthenticatedSession,
  application: ApplicationRecord,
): Promise<string[]> {
  // Disclosed by a scope of the application or by a resource token.
  const memberships = await createApplicationGroupAccessControl(app).readMemberships(
    person.id,
    application,
    app.clock(),
    true,
  )
  return memberships.map(formatGroupMembership)
}

async function requireDeviceRequest(
  app: ServerAppContext,
  request: FastifyRequest,
  userCode: string,
): Promise<{ device: DeviceAuthorizationRequest; signedIn: AuthenticatedSession }> {
  const signedIn = await requireRequestSession(app, request)
  const caller = identifySignedInRateLimitCaller(request)
  await app.rateLimiter.consumeNetworkBudget('deviceCodes', caller)
  await app.rateLimiter.consumeSharedBudget('deviceCodes', caller)
  const device = await findDeviceAuthorizationRequest(app.database.queries, userCode, app.clock())
  if (device === undefined) throw new ApiError('device.invalid')
  return { device, signedIn }
}
