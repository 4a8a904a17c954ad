// The person's side of an application's sign-in: what it asks, and the answer. Each needs the browser that began it.
import { parseAddressHint } from './address-hint.ts'
import { describeApplication } from '../../store/applications/store.ts'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import { appendEvents } from '../../audit-log/append.ts'
import { deriveAccent } from '@countersign/api/accent'
import type { CallAnswer } from '@countersign/api/calls'
import { listGroupNames } from '../../store/groups/store.ts'
import { denials } from './denials.ts'
import { keepApplication } from '../../store/client-metadata/keep.ts'
import { shownAs, staysOnDevice } from '../../store/grants/shown-as.ts'
import { endOffer, findGrant, rememberGrant } from '../../store/grants/store.ts'
import { answerInteraction, askingApplication, findInteraction, resumePath } from '../../store/interactions/store.ts'
import type { InteractionPayload } from '../../store/interactions/store.ts'
import { requireBrowserHash } from '../../platform/browser-secret.ts'
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { describeChain } from '../../platform/chain-settings.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdPerson } from '../../store/people/ways-in.ts'
import { holdSession } from '../../store/sessions/hold.ts'
import { findSession, requireSession } from '../../auth/session-guard/require-session.ts'
import type { SignedIn } from '../../auth/session-guard/require-session.ts'
import type { FastifyRequest } from 'fastify'
import { describeLinks } from '../../store/applications/legal-links.ts'
import { allowanceOf, describeItems, readAsked, seenOf } from './consent-items.ts'
import type { Asked } from './consent-items.ts'
import { createGroupGate, describeMembership, letsIn } from './group-gate.ts'
import { findMissing, lacksWallet, offeredAgain, requirementsOf } from './required-parts.ts'
import { awaitedAddress, choiceEvents, describeWalletOffer, takeWalletChoice } from './wallet-choice.ts'
import { wantedWay } from './wanted-way.ts'
import { acceptsAllWays } from './way-gate.ts'

export function registerInteractions(app: App): void {
  const { queries } = app.database

  registerCall(app, 'readInteraction', async ({ params, request }) => {
    const { interaction, application } = await open(app, queries, request, params.id)
    const signedIn = await findSession(app, request)
    const asked = await readAsked(queries, application, interaction.params['scope'], interaction.params['resource'])
    const before = signedIn === null ? undefined : await findGrant(queries, signedIn.person.id, application.id)
    const { redirect_uri, login_hint } = interaction.params
    const { definition } = application
    const missing =
      signedIn === null ? new Set<never>() : await findMissing(queries, signedIn, definition, asked.scopes, app.clock())
    return {
      id: params.id,
      prompt: interaction.prompt.name === 'consent' ? 'consent' : 'sign-in',
      application: describeApplication(application),
      ...describeLinks(application.definition),
      destination: destinationOf(redirect_uri),
      ...(application.origin === 'metadata-document' && { staysHere: staysOnDevice(redirect_uri) }),
      items: describeItems(application, asked, before, requirementsOf(definition), missing),
      ...(interaction.prompt.reasons?.includes(offeredAgain) === true && { offeredAgain: true }),
      wallet:
        signedIn === null || interaction.prompt.name !== 'consent'
          ? null
          : await describeWalletOffer(worldOf(app), signedIn, application, asked.scopes, before),
      resources: [...asked.resources],
      seen: seenOf(application, asked),
      expectedAddress:
        parseAddressHint(login_hint) ?? (await awaitedAddress(queries, signedIn, interaction.prompt, before)),
      ...(await describeGroups(app, application, signedIn, asked)),
      wanted: wantedOf(application, wantedWay(interaction.params, asked.scopes)),
      accepts: acceptedBy(app, application),
      accents: accentsOf(application),
    }
  })

  registerCall(app, 'consent', async ({ params, body, request }) => {
    const signedIn = await requireSession(app, request)
    const { person, session } = signedIn
    await queries.transaction().execute(async (transaction) => {
      await holdPerson(transaction, person.id)
      const { interaction, application } = await open(app, transaction, request, params.id)
      if (interaction.prompt.name !== 'consent')
        throw new Refusal('interaction.unusable', { privateDetail: 'it asks for a sign-in' })
      const asked = await readAsked(
        transaction,
        application,
        interaction.params['scope'],
        interaction.params['resource'],
      )
      // A page of the release before does not say what it showed.
      if (body.seen !== undefined && body.seen !== seenOf(application, asked))
        throw new Refusal('interaction.unusable', { privateDetail: 'the application asks otherwise than was shown' })
      const { definition } = application
      const required = requirementsOf(definition)
      if (body.withheld.some((part) => required.has(part)))
        throw new Refusal('interaction.unusable', { privateDetail: 'it leaves out what the application requires' })
      const now = app.clock()
      if ((await findMissing(transaction, signedIn, definition, asked.scopes, now)).size > 0)
        throw new Refusal('consent.claim_missing')
      const allowance = allowanceOf(asked, body.withheld)
      const kept = await keepApplication(transaction, app.random, application, now)
      const before = await findGrant(transaction, person.id, application.id)
      const choice = { before, chosen: body.wallet, now }
      const wallet = await takeWalletChoice(transaction, signedIn, application, allowance.scopes, choice)
      if (await lacksWallet(transaction, signedIn, definition, asked.scopes, wallet?.walletId ?? null, now))
        throw new Refusal('consent.claim_missing', { privateDetail: 'the chosen wallet is not told now' })
      await rememberGrant(transaction, app.random, {
        personId: person.id,
        applicationId: application.id,
        allowance,
        shown: shownAs(application, before?.shown ?? null, interaction.params.redirect_uri),
        wallet,
        isFinal: interaction.prompt.reasons?.includes(offeredAgain) === true,
        now,
      })
      await holdSession(transaction, session)
      await answerInteraction(transaction, params.id, interaction, { consent: { accountId: person.id } })
      const chosen = choiceEvents(person.id, application.id, wallet, before)
      await appendEvents(transaction, app.random, now, [...kept, ...chosen])
    })
    return { next: resumePath(params.id) }
  })

  registerCall(app, 'deny', async ({ params, request }) => {
    const signedIn = await findSession(app, request)
    const asking = await open(app, queries, request, params.id)
    // To decline must work also where groups cannot be read now.
    const { lacksGroups } = await describeGroups(app, asking.application, signedIn, {
      scopes: [],
      resources: [],
    }).catch(() => ({ lacksGroups: null }))
    await queries.transaction().execute(async (transaction) => {
      const { interaction, application } = await open(app, transaction, request, params.id)
      await answerInteraction(transaction, params.id, interaction, {
        error: 'access_denied',
        error_description: lacksGroups === null ? denials.declined : denials.not_a_member,
      })
      if (signedIn !== null) await endOffer(transaction, signedIn.person.id, application.id)
      await appendEvents(transaction, app.random, app.clock(), [
        {
          type: 'application.denied',
          outcome: 'success',
          details: { applicationId: application.id },
          evidence: { personId: signedIn?.person.id ?? null, content: {} },
        },
      ])
    })
    return { next: resumePath(params.id) }
  })
}

const worldOf = ({ database: { queries }, settings: { chains, limits }, clock }: App) => ({
  queries,
  chains,
  limits,
  now: clock(),
})

/** What groups have to do with it: those of which one would be needed, and those that would be told. */
async function describeGroups(
  app: App,
  application: ApplicationRecord,
  signedIn: SignedIn | null,
  { scopes, resources }: Asked,
): Promise<Pick<CallAnswer<'readInteraction'>, 'lacksGroups' | 'groups'>> {
  if (signedIn === null) return { lacksGroups: null, groups: [] }
  const memberships = await createGroupGate(app).read(
    signedIn.person.id,
    application,
    app.clock(),
    resources.some(({ claims }) => claims?.includes('groups') ?? false),
  )
  return {
    lacksGroups: letsIn(application, memberships)
      ? null
      : await listGroupNames(app.database.queries, application.definition.allowedGroups),
    groups: scopes.includes('groups') ? memberships.map(describeMembership) : [],
  }
}

/** The way to be offered first: where only one will do, that one. */
function wantedOf(
  { definition: { ways } }: ApplicationRecord,
  asked: CallAnswer<'readInteraction'>['wanted'],
): CallAnswer<'readInteraction'>['wanted'] {
  if (!ways.includes('passkey')) return 'wallet'
  return ways.length === 1 ? 'passkey' : asked
}

function acceptedBy({ settings }: App, application: ApplicationRecord): CallAnswer<'readInteraction'>['accepts'] {
  if (acceptsAllWays(application)) return null
  const { ways, chains } = application.definition
  return { ways: [...ways], chains: chains.map((id) => describeChain(settings.chains, id).name) }
}

function accentsOf({ definition: { colours } }: ApplicationRecord): CallAnswer<'readInteraction'>['accents'] {
  const accentOf = (mode: 'light' | 'dark') => (colours[mode] === null ? null : deriveAccent(mode, colours[mode]))
  return { light: accentOf('light'), dark: accentOf('dark') }
}

/** The interaction, where this browser may answer it. */
async function open(
  app: App,
  queries: Queries,
  request: FastifyRequest,
  id: string,
): Promise<{ interaction: InteractionPayload; application: ApplicationRecord }> {
  const interaction = await findInteraction(queries, {
    id,
    browserHash: requireBrowserHash(app, request),
    now: app.clock(),
  })
  const application = interaction && (await askingApplication(queries, interaction))
  if (interaction === undefined || application === undefined) throw new Refusal('interaction.unusable')
  return { interaction, application }
}

/** Where the browser goes afterwards, as a person reads it: the host, or the scheme of a program on this device. */
function destinationOf(redirectUri: string | undefined): string {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return ''
  const { host, protocol } = new URL(redirectUri)
  return host === '' ? protocol.slice(0, -1) : host
}
