import { parseLoginHint } from './parse-login-hint.ts'
import { describeApplication } from '../../store/applications/application-store.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { deriveAccentColors } from '@countersign/api/accent-colors'
import type { ApiEndpointInput, ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { findGroupNamesByIds } from '../../store/groups/group-store.ts'
import { accessDeniedDescriptions, notMemberRefusalReason } from './access-denied-descriptions.ts'
import { persistMetadataClient } from '../../store/client-metadata/persist-metadata-client.ts'
import {
  updateConsentedClientIdentity,
  isRedirectToLocalProgram,
} from '../../store/grants/match-consented-client-identity.ts'
import { finalizeConsentChoice, findConsentGrant, saveConsentGrant } from '../../store/grants/consent-grant-store.ts'
import {
  saveOidcInteractionResult,
  findOidcInteractionApplication,
  findOidcInteraction,
  getOidcInteractionResumePath,
} from '../../store/interactions/oidc-interaction-store.ts'
import { getRequestedProofBinding } from '../../store/interactions/requested-proof-binding.ts'
import type { OidcInteractionPayload } from '../../store/interactions/oidc-interaction-store.ts'
import { requireBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonRow } from '../../store/people/sign-in-method-removal-guard.ts'
import { lockSessionRow } from '../../store/sessions/lock-session-rows.ts'
import { findRequestSession, requireRequestSession } from '../../auth/session-guard/require-request-session.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import type { FastifyRequest } from 'fastify'
import { describeLegalLinks } from '../../store/applications/validate-and-describe-legal-links.ts'
import {
  toConsentDecision,
  listConsentItems,
  resolveConsentRequest,
  fingerprintConsentRequest,
} from './resolve-consent-request.ts'
import type { ConsentRequest } from './resolve-consent-request.ts'
import {
  createApplicationGroupAccessControl,
  formatGroupMembership,
  isGroupRequirementMet,
} from './application-group-access-control.ts'
import {
  findMissingConsentItems,
  isRequiredWalletMissing,
  repeatedConsentReason,
  getRequiredConsentItems,
} from './required-consent-items.ts'
import {
  findExpectedWalletAddress,
  createDisclosedWalletAuditEvents,
  describeDisclosableWalletOptions,
  resolveDisclosedWalletChoice,
} from './application-wallet-choice.ts'
import { choosePreferredMethod, describeAcceptedMethods } from './sign-in-methods-offered-to-person.ts'
import type { RefusedRequestBuffer } from '../../store/refused-requests/refused-request-buffer.ts'
import { recordInteractionWithoutCookie } from './record-interaction-without-cookie.ts'
import { getPreferredSignInMethod } from './parse-requested-sign-in-method.ts'

export function registerOidcInteractionRoutes(app: ServerAppContext & { refusedRequests: RefusedRequestBuffer }): void {
  registerApiEndpoint(app, 'readInteraction', async ({ params, request }) => {
    try {
      return await readInteraction(app, request, params.id)
    } catch (error) {
      if (error instanceof ApiError) await recordInteractionWithoutCookie(app, app.refusedRequests, request, params.id)
      throw error
    }
  })

  registerApiEndpoint(app, 'consent', async ({ params, body, request }) => {
    const signedIn = await requireRequestSession(app, request)
    await app.database.queries
      .transaction()
      .execute((transaction) => giveConsent(app, transaction, request, { id: params.id, body, signedIn }))
    return { next: getOidcInteractionResumePath(params.id) }
  })

  registerApiEndpoint(app, 'deny', async ({ params, request }) => {
    await denyInteraction(app, request, params.id)
    return { next: getOidcInteractionResumePath(params.id) }
  })
}

async function readInteraction(
  app: ServerAppContext,
  request: FastifyRequest,
  id: string,
): Promise<ApiEndpointOutput<'readInteraction'>> {
  const { queries } = app.database
  const { interaction, application } = await requireInteraction(app, queries, request, id)
  const signedIn = await findRequestSession(app, request)
  const asked = await resolveConsentRequest(
    queries,
    application,
    interaction.params['scope'],
    interaction.params['resource'],
  )
  const before = signedIn === null ? undefined : await findConsentGrant(queries, signedIn.person.id, application.id)
  const { redirect_uri, login_hint } = interaction.params
  const { definition } = application
  const missing =
    signedIn === null
      ? new Set<never>()
      : await findMissingConsentItems(queries, signedIn, definition, asked.scopes, app.clock())
  return {
    id,
    prompt: interaction.prompt.name === 'consent' ? 'consent' : 'sign-in',
    application: describeApplication(application),
    ...describeLegalLinks(application.definition),
    destination: describeDestination(redirect_uri),
    ...(application.origin === 'metadata-document' && { isDeviceRedirect: isRedirectToLocalProgram(redirect_uri) }),
    items: listConsentItems(application, asked, before, getRequiredConsentItems(definition), missing),
    ...(interaction.prompt.reasons?.includes(repeatedConsentReason) === true && { isReoffered: true }),
    wallet:
      signedIn === null || interaction.prompt.name !== 'consent'
        ? null
        : await describeDisclosableWalletOptions(createReadContext(app), signedIn, application, asked.scopes, before),
    resources: [...asked.resources],
    consentFingerprint: fingerprintConsentRequest(application, asked),
    expectedAddress:
      parseLoginHint(login_hint) ?? (await findExpectedWalletAddress(queries, signedIn, interaction.prompt, before)),
    ...(await describeGroups(app, application, signedIn, asked)),
    requestedMethod: choosePreferredMethod(application, getPreferredSignInMethod(interaction.params, asked.scopes)),
    accepts: describeAcceptedMethods(app, application, getRequestedProofBinding(interaction.params) !== null),
    accents: describeAccents(application),
  }
}

interface ConsentSubmission {
  id: string
  body: ApiEndpointInput<'consent'>['body']
  signedIn: AuthenticatedSession
}

async function giveConsent(
  app: ServerAppContext,
  transaction: DatabaseTransaction,
  request: FastifyRequest,
  { id, body, signedIn }: ConsentSubmission,
): Promise<void> {
  const { person, session } = signedIn
  await lockPersonRow(transaction, person.id)
  const { interaction, application } = await requireInteraction(app, transaction, request, id)
  if (interaction.prompt.name !== 'consent')
    throw new ApiError('interaction.invalid', { privateDetail: 'the interaction requires a sign-in, not consent' })
  const asked = await resolveConsentRequest(
    transaction,
    application,
    interaction.params['scope'],
    interaction.params['resource'],
  )
  // Pages of the previous release send no fingerprint.
  if (
    body.consentFingerprint !== undefined &&
    body.consentFingerprint !== fingerprintConsentRequest(application, asked)
  )
    throw new ApiError('interaction.invalid', {
      privateDetail: 'the request has changed since the consent page was shown',
    })
  const { definition } = application
  const required = getRequiredConsentItems(definition)
  if (body.withheld.some((part) => required.has(part)))
    throw new ApiError('interaction.invalid', { privateDetail: 'an item that the application requires was withheld' })
  const now = app.clock()
  if ((await findMissingConsentItems(transaction, signedIn, definition, asked.scopes, now)).size > 0)
    throw new ApiError('consent.claim_missing')
  const allowance = toConsentDecision(asked, body.withheld)
  const kept = await persistMetadataClient(transaction, app.random, application, now)
  const before = await findConsentGrant(transaction, person.id, application.id)
  const choice = { before, chosen: body.wallet, now }
  const wallet = await resolveDisclosedWalletChoice(transaction, signedIn, application, allowance.scopes, choice)
  if (await isRequiredWalletMissing(transaction, signedIn, definition, asked.scopes, wallet?.walletId ?? null, now))
    throw new ApiError('consent.claim_missing', {
      privateDetail: 'the application requires a wallet, and the chosen wallet cannot be shared now',
    })
  await saveConsentGrant(transaction, app.random, {
    personId: person.id,
    applicationId: application.id,
    allowance,
    shown: updateConsentedClientIdentity(application, before?.clientIdentity ?? null, interaction.params.redirect_uri),
    wallet,
    isFinal: interaction.prompt.reasons?.includes(repeatedConsentReason) === true,
    now,
  })
  await lockSessionRow(transaction, session)
  await saveOidcInteractionResult(transaction, id, interaction, { consent: { accountId: person.id } })
  const chosen = createDisclosedWalletAuditEvents(person.id, application.id, wallet, before)
  await appendAuditEvents(transaction, app.random, now, [...kept, ...chosen])
}

async function denyInteraction(app: ServerAppContext, request: FastifyRequest, id: string): Promise<void> {
  const { queries } = app.database
  const signedIn = await findRequestSession(app, request)
  const asking = await requireInteraction(app, queries, request, id)
  // Declining must work even if groups cannot be read.
  const { missingGroups } = await describeGroups(app, asking.application, signedIn, {
    scopes: [],
    resources: [],
  }).catch(() => ({ missingGroups: null }))
  await queries.transaction().execute(async (transaction) => {
    const { interaction, application } = await requireInteraction(app, transaction, request, id)
    await saveOidcInteractionResult(transaction, id, interaction, {
      error: 'access_denied',
      error_description:
        missingGroups === null ? accessDeniedDescriptions.declined : accessDeniedDescriptions.not_a_member,
    })
    if (signedIn !== null) await finalizeConsentChoice(transaction, signedIn.person.id, application.id)
    await appendAuditEvents(transaction, app.random, app.clock(), [
      {
        type: 'application.denied',
        ...(missingGroups === null
          ? { outcome: 'success', details: { applicationId: application.id } }
          : { outcome: 'refused', details: { applicationId: application.id, reason: notMemberRefusalReason } }),
        evidence: { personId: signedIn?.person.id ?? null, content: {} },
      },
    ])
  })
}

const createReadContext = ({ database: { queries }, settings: { chains, limits }, clock }: ServerAppContext) => ({
  queries,
  chains,
  limits,
  now: clock(),
})

async function describeGroups(
  app: ServerAppContext,
  application: ApplicationRecord,
  signedIn: AuthenticatedSession | null,
  { scopes, resources }: ConsentRequest,
): Promise<Pick<ApiEndpointOutput<'readInteraction'>, 'missingGroups' | 'groups'>> {
  if (signedIn === null) return { missingGroups: null, groups: [] }
  const memberships = await createApplicationGroupAccessControl(app).readMemberships(
    signedIn.person.id,
    application,
    app.clock(),
    resources.some(({ claims }) => claims?.includes('groups') ?? false),
  )
  return {
    missingGroups: isGroupRequirementMet(application, memberships)
      ? null
      : await findGroupNamesByIds(app.database.queries, application.definition.allowedGroups),
    groups: scopes.includes('groups') ? memberships.map(formatGroupMembership) : [],
  }
}

function describeAccents({
  definition: { colors },
}: ApplicationRecord): ApiEndpointOutput<'readInteraction'>['accents'] {
  const accentOf = (mode: 'light' | 'dark') => (colors[mode] === null ? null : deriveAccentColors(mode, colors[mode]))
  return { light: accentOf('light'), dark: accentOf('dark') }
}

async function requireInteraction(
  app: ServerAppContext,
  queries: DatabaseQueryBuilder,
  request: FastifyRequest,
  id: string,
): Promise<{ interaction: OidcInteractionPayload; application: ApplicationRecord }> {
  const interaction = await findOidcInteraction(queries, {
    id,
    browserHash: requireBrowserBindingHash(app, request),
    now: app.clock(),
  })
  const application = interaction && (await findOidcInteractionApplication(queries, interaction))
  if (interaction === undefined || application === undefined) throw new ApiError('interaction.invalid')
  return { interaction, application }
}

function describeDestination(redirectUri: string | undefined): string {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return ''
  const { host, protocol } = new URL(redirectUri)
  return host === '' ? protocol.slice(0, -1) : host
}
