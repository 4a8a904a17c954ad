import { createRefusedAttemptApiError } from '../challenges/authentication-attempt-refusals.ts'
import type { ChallengeEndpointContext } from '../challenges/challenge-endpoint-context.ts'
import { validateOwnDisplayLabel } from '../../store/people/validate-display-label.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isIpAddressOrigin } from '../../platform/parse-setting-values.ts'
import { lockPersonAndSessionRows } from '../../store/sessions/lock-session-rows.ts'
import { requireFreshStepUp, requireRequestSession } from '../session-guard/require-request-session.ts'
import { setSessionCookie, getPathAfterSignIn } from '../sign-in/set-session-cookie.ts'
import { rateLimitAndParseAuthenticationAttempt } from '../sign-in/rate-limit-and-parse-authentication-attempt.ts'
import { addPasskey } from './add-passkey.ts'
import { describeAcceptedCredentials } from './describe-accepted-credentials.ts'
import { issuePasskeyRequestOptions } from './rate-limit-and-issue-passkey-challenge.ts'
import { issuePasskeyCreationOptions } from './issue-passkey-creation-options.ts'
import { removePasskey } from './remove-passkey.ts'
import { processPasskeySignInAttempt } from './process-passkey-sign-in-attempt.ts'
import {
  issuePasskeySignUpOptions,
  requirePasskeySignUpEnabled,
  processPasskeySignUpAttempt,
} from './passkey-sign-up.ts'
import { updatePasskey, toApiPasskey, listPasskeysOfPerson } from './passkey-store.ts'
import type { SignInMetrics } from '../sign-in/sign-in-metrics.ts'

const passkeyWay = { way: 'passkey', walletApp: undefined } as const

export function registerPasskeyRoutes(app: ChallengeEndpointContext, signInMetrics: SignInMetrics): void {
  registerPasskeySignInRoutes(app, signInMetrics)
  registerSignUpRoutes(app, signInMetrics)
  registerOwnPasskeyRoutes(app)
}

function registerPasskeySignInRoutes(app: ChallengeEndpointContext, signInMetrics: SignInMetrics): void {
  const { queries } = app.database

  registerApiEndpoint(app, 'createPasskeySignIn', async ({ body, request, reply }) => {
    return issuePasskeyRequestOptions(
      app,
      request,
      reply,
      { purpose: 'passkey-sign-in', personId: null, interaction: body.interaction },
      [],
    )
  })

  registerApiEndpoint(app, 'signInWithPasskey', async ({ body, request, reply }) => {
    const attempt = await rateLimitAndParseAuthenticationAttempt(app, request, null, body.interaction)
    const result = await signInMetrics.countAttempt(passkeyWay, () =>
      processPasskeySignInAttempt(
        { ...app, queries },
        { ...attempt, purpose: 'passkey-sign-in', assertion: body.assertion },
      ),
    )
    if (result.outcome === 'refused') throw createRefusedAttemptApiError(result)
    return { ...setSessionCookie(app, request, reply, result), next: getPathAfterSignIn(body.interaction) }
  })
}

function registerSignUpRoutes(app: ChallengeEndpointContext, signInMetrics: SignInMetrics): void {
  const { settings, rateLimiter } = app
  const { queries } = app.database

  registerApiEndpoint(app, 'readSignUpMethods', async () => ({
    namespaces: [...settings.namespaces],
    wallets: [...settings.featuredWallets],
    passkey: settings.passkeySignUp === 'on' && !isIpAddressOrigin(settings.origin),
  }))

  registerApiEndpoint(app, 'createPasskeySignUp', async ({ body, request, reply }) =>
    issuePasskeySignUpOptions(app, request, reply, body.interaction),
  )

  registerApiEndpoint(app, 'signUpWithPasskey', async ({ body, request, reply }) => {
    requirePasskeySignUpEnabled(settings)
    const attempt = await rateLimitAndParseAuthenticationAttempt(app, request, null, body.interaction)
    await rateLimiter.consumeNetworkBudget('signUps', attempt.caller)
    const result = await signInMetrics.countAttempt(passkeyWay, () =>
      processPasskeySignUpAttempt({ ...app, queries }, { ...attempt, attestation: body.attestation }),
    )
    if (result.outcome === 'refused') throw createRefusedAttemptApiError(result)
    return { ...setSessionCookie(app, request, reply, result), next: getPathAfterSignIn(body.interaction) }
  })
}

function registerOwnPasskeyRoutes(app: ChallengeEndpointContext): void {
  const { cookies, clock, random } = app
  const { queries } = app.database

  registerApiEndpoint(app, 'listPasskeys', async ({ request }) => {
    const { person } = await requireRequestSession(app, request)
    const passkeys = await listPasskeysOfPerson(queries, person.id)
    return {
      items: passkeys.map(toApiPasskey),
      nextCursor: null,
      most: app.settings.limits.passkeysPerPerson,
      acceptedCredentials: await describeAcceptedCredentials(app, person, passkeys),
    }
  })

  registerApiEndpoint(app, 'createPasskeyOptions', async ({ request, reply }) => {
    const { person } = await requireFreshStepUp(app, request)
    return issuePasskeyCreationOptions(app, request, reply, person)
  })

  registerApiEndpoint(app, 'addPasskey', async ({ body, request }) => {
    const signedIn = await requireFreshStepUp(app, request)
    const label = await validateOwnDisplayLabel(queries, signedIn.person.id, body.label ?? null)
    const attempt = await rateLimitAndParseAuthenticationAttempt(app, request, signedIn.person.id)
    const { attestation, automatic: isAutomatic = false } = body
    const result = await addPasskey({ ...app, queries }, { ...attempt, signedIn, attestation, label, isAutomatic })
    if (result.outcome === 'refused') throw createRefusedAttemptApiError(result)
    return toApiPasskey(result.passkey)
  })

  registerApiEndpoint(app, 'changePasskey', async ({ params, body, request }) => {
    const signedIn = await requireFreshStepUp(app, request)
    const label = await validateOwnDisplayLabel(queries, signedIn.person.id, body.label)
    const changed = await queries.transaction().execute(async (transaction) => {
      await lockPersonAndSessionRows(transaction, signedIn)
      return updatePasskey(transaction, { id: params.id, personId: signedIn.person.id }, { label })
    })
    if (changed === undefined) throw new ApiError('passkey.not_found')
    return toApiPasskey(changed)
  })

  registerApiEndpoint(app, 'removePasskey', async ({ params, request, reply }) => {
    const signedIn = await requireFreshStepUp(app, request)
    const signedOut = await removePasskey({ queries, random }, signedIn, params.id, clock())
    if (signedOut) reply.clearCookie(cookies.session.name, cookies.session.options)
    return { signedOut }
  })
}
