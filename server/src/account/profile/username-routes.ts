// Availability checks are rate-limited against enumeration (THREATS P8, P11).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { isUsername } from '@countersign/api/username-format'
import type { FastifyRequest } from 'fastify'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { identifySignedInRateLimitCaller } from '../../auth/session-guard/identify-rate-limit-caller.ts'
import { requireFreshStepUp, requireRequestSession } from '../../auth/session-guard/require-request-session.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import { describePersonForApiResponse } from '../../store/people/person-store.ts'
import { changeUsername, chooseFirstUsername, isUsernameAvailable } from '../../store/usernames/choose-username.ts'
import type { UsernameStoreContext } from '../../store/usernames/choose-username.ts'
import { createUsernameHasher } from '../../store/usernames/fold-username-confusables.ts'
import {
  suggestUsernameFromText,
  suggestUsernameFromEnsName,
  suggestRandomUsername,
  appendDigitsToUsername,
} from '../../store/usernames/suggest-username.ts'
import { findCurrentUsername, listUsernamesOfPeople } from '../../store/usernames/username-store.ts'

type UsernamesAnswer = ApiEndpointOutput<'readUsernames'>

const maxVariations = 4

export function registerUsernameRoutes(app: ServerAppContext, { serverKey }: { serverKey: Buffer }): void {
  const { queries } = app.database
  const context: UsernameStoreContext = {
    queries,
    random: app.random,
    hash: createUsernameHasher(serverKey),
    limits: app.settings.limits,
  }

  async function chargeRateLimits(request: FastifyRequest, { person }: AuthenticatedSession): Promise<void> {
    const caller = identifySignedInRateLimitCaller(request)
    await app.rateLimiter.consumeNetworkBudget('usernames', caller)
    await app.rateLimiter.consumeSharedBudget('usernames', caller, { budget: 'userNamesOfPerson', key: person.id })
  }

  registerApiEndpoint(app, 'readUsernames', async ({ request }) => {
    const signedIn = await requireRequestSession(app, request)
    // Suggestions reveal whether the name they are based on is taken, so they are rate-limited.
    if ((await findCurrentUsername(queries, signedIn.person.id)) === null) await chargeRateLimits(request, signedIn)
    return describeUsernames(app, context, signedIn)
  })

  registerApiEndpoint(app, 'checkUsername', async ({ body, request }) => {
    const signedIn = await requireRequestSession(app, request)
    if (!isUsername(body.name)) return { verdict: 'unusable' }
    await chargeRateLimits(request, signedIn)
    return {
      verdict: (await isUsernameAvailable(context, signedIn.person.id, body.name, app.clock())) ? 'free' : 'taken',
    }
  })

  registerApiEndpoint(app, 'chooseUsername', async ({ body, request }) => {
    const signedIn = await requireRequestSession(app, request)
    await chargeRateLimits(request, signedIn)
    await chooseFirstUsername(context, body.name, signedIn, app.clock())
    return describeUsernames(app, context, signedIn)
  })

  registerApiEndpoint(app, 'changeUsername', async ({ body, request }) => {
    const signedIn = await requireFreshStepUp(app, request)
    await chargeRateLimits(request, signedIn)
    await changeUsername(context, body.name, signedIn, app.clock())
    return describeUsernames(app, context, signedIn)
  })
}

async function describeUsernames(
  app: ServerAppContext,
  context: UsernameStoreContext,
  { person }: AuthenticatedSession,
): Promise<UsernamesAnswer> {
  const names = await listUsernamesOfPeople(context.queries, [person.id])
  return {
    name: names.find(({ is_current }) => is_current === 1)?.name ?? null,
    previousUsernames: names.filter(({ is_current }) => is_current === 0).map(({ name }) => name),
    left: Math.max(0, context.limits.usernamesPerPerson - names.length),
    suggestions: names.some(({ is_current }) => is_current === 1) ? [] : await suggestUsernames(app, context, person),
  }
}

async function suggestUsernames(
  app: ServerAppContext,
  context: UsernameStoreContext,
  person: AuthenticatedSession['person'],
): Promise<UsernamesAnswer['suggestions']> {
  const { displayName, walletName } = await describePersonForApiResponse(context.queries, person)
  const fromName = displayName === null ? null : suggestUsernameFromText(displayName)
  const fromWallet = walletName === null ? null : suggestUsernameFromEnsName(walletName)
  const seeds: { from: UsernamesAnswer['suggestions'][number]['from']; make: (turn: number) => string | null }[] = [
    { from: 'display-name', make: createVariation(fromName, app) },
    { from: 'words', make: () => suggestRandomUsername(app.random) },
    { from: 'wallet-name', make: createVariation(fromWallet, app) },
  ]
  const suggestions: UsernamesAnswer['suggestions'] = []
  for (const { from, make } of seeds) {
    for (let turn = 0; turn < maxVariations; turn++) {
      const name = make(turn)
      if (name === null || !(await isUsernameAvailable(context, person.id, name, app.clock()))) continue
      suggestions.push({ name, from })
      break
    }
  }
  return suggestions
}

const createVariation =
  (name: string | null, { random }: ServerAppContext) =>
  (turn: number): string | null =>
    name === null || turn === 0 ? name : appendDigitsToUsername(name, random)
