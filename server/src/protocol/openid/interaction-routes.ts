// The person's side of an application's sign-in: what it asks, and the answer. Each needs the browser that began it.
import { parseAddressHint } from './address-hint.ts'
import { describeApplication } from '../applications/store.ts'
import type { ApplicationRecord } from '../applications/store.ts'
import { appendEvents } from '../../activity/append.ts'
import { deriveAccent } from '@countersign/api/accent'
import type { CallAnswer } from '@countersign/api/calls'
import { listGroupNames } from '../../chain/groups/store.ts'
import { keepApplication } from '../client-documents/keep.ts'
import { shownAs, staysOnDevice } from '../grants/shown-as.ts'
import { findGrant, rememberGrant } from '../grants/store.ts'
import { answerInteraction, askingApplication, findInteraction, resumePath } from '../interactions/store.ts'
import type { InteractionPayload } from '../interactions/store.ts'
import { readBrowserHash } from '../../platform/browser-secret.ts'
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { describeChain } from '../../platform/chain-settings.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdPerson } from '../../identity/people/ways-in.ts'
import { holdSession } from '../../identity/sessions/hold.ts'
import { findSession, requireSession } from '../../identity/sessions/require-session.ts'
import type { SignedIn } from '../../identity/sessions/require-session.ts'
import type { FastifyRequest } from 'fastify'
import { allowanceOf, describeItems, readAsked } from './consent-items.ts'
import type { Asked } from './consent-items.ts'
import { createGroupGate, letsIn } from './group-gate.ts'
import { wantedWay } from './wanted-way.ts'
import { acceptsAllWays } from './way-gate.ts'

export function registerInteractions(app: App): void {
  const { queries } = app.database

  registerCall(app, 'readInteraction', async ({ params, request }) => {
    const { interaction, application } = await open(app, queries, request, params.id)
    const signedIn = await findSession(app, request)
    const asked = readAsked(application, interaction.params['scope'], interaction.params['resource'])
    const before = signedIn === null ? undefined : await findGrant(queries, signedIn.person.id, application.id)
    const { redirect_uri, login_hint } = interaction.params
    return {
      id: params.id,
      prompt: interaction.prompt.name === 'consent' ? 'consent' : 'sign-in',
      application: describeApplication(application),
      destination: destinationOf(redirect_uri),
      ...(application.origin === 'metadata-document' && { staysHere: staysOnDevice(redirect_uri) }),
      items: describeItems(application, asked, before),
      resources: [...asked.resources],
      expectedAddress: parseAddressHint(login_hint),
      ...(await describeGroups(app, application, signedIn, asked)),
      wanted: wantedOf(application, wantedWay(interaction.params, asked.scopes)),
      accepts: acceptedBy(app, application),
      accents: accentsOf(application),
    }
  })

  registerCall(app, 'consent', async ({ params, body, request }) => {
    const { person, session } = await requireSession(app, request)
    await queries.transaction().execute(async (transaction) => {
      await holdPerson(transaction, person.id)
      const { interaction, application } = await open(app, transaction, request, params.id)
      if (interaction.prompt.name !== 'consent')
        throw new Refusal('interaction.unusable', { privateDetail: 'it asks for a sign-in' })
      const asked = readAsked(application, interaction.params['scope'], interaction.params['resource'])
      const allowance = allowanceOf(asked, body.withheld)
      const events = await keepApplication(transaction, app.random, application, app.clock())
      const before = await findGrant(transaction, person.id, application.id)
      await rememberGrant(transaction, app.random, {
        personId: person.id,
        applicationId: application.id,
        allowance,
        shown: shownAs(application, before?.shown ?? null, interaction.params.redirect_uri),
        now: app.clock(),
      })
      await holdSession(transaction, session)
      await answerInteraction(transaction, params.id, interaction, { consent: { accountId: person.id } })
      if (events.length > 0) await appendEvents(transaction, app.random, app.clock(), events)
    })
    return { next: resumePath(params.id) }
  })

  registerCall(app, 'deny', async ({ params, request }) => {
    const signedIn = await findSession(app, request)
    await queries.transaction().execute(async (transaction) => {
      const { interaction, application } = await open(app, transaction, request, params.id)
      await answerInteraction(transaction, params.id, interaction, {
        error: 'access_denied',
        error_description: 'The person declined.',
      })
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

/** What groups have to do with it: those of which one would be needed, and those that would be told. */
async function describeGroups(
  app: App,
  application: ApplicationRecord,
  signedIn: SignedIn | null,
  { scopes }: Asked,
): Promise<Pick<CallAnswer<'readInteraction'>, 'lacksGroups' | 'groups'>> {
  if (signedIn === null) return { lacksGroups: null, groups: [] }
  const memberships = await createGroupGate(app).read(signedIn.person.id, application, app.clock())
  return {
    lacksGroups: letsIn(application, memberships)
      ? null
      : await listGroupNames(app.database.queries, application.definition.allowedGroups),
    groups: scopes.includes('groups') ? memberships.map(({ name }) => name) : [],
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
    browserHash: readBrowserHash(app, request),
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
