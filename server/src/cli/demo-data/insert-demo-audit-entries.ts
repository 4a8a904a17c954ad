// Generates audit log entries in time order, as a valid hash chain.
import { appendTimedAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { createAuditLogSequencer } from '../../audit-log/audit-log-sequencer.ts'
import { demoUserAgents } from './random-demo-data-samples.ts'
import {
  generateDemoSignInMessage,
  generateDemoSignature,
  getDemoWalletChainReference,
} from './generate-demo-sign-in-message.ts'
import type { DemoPerson, DemoDataGenerationContext } from './demo-data-generation-context.ts'

export interface DemoAuditActors {
  people: readonly DemoPerson[]
  administrators: readonly DemoPerson[]
  applications: readonly string[]
}

const batchSize = 2000
const dayMs = 86_400_000

const eventWeights = {
  start: 34,
  end: 26,
  authorize: 22,
  refuse: 6,
  browser: 4,
  confirm: 3,
  link: 1,
  withdraw: 1.2,
  logout: 1,
  failed: 0.2,
  passkey: 0.5,
  suspend: 0.04,
  change: 0.03,
  reuse: 0.01,
  key: 0.02,
}
const refusals = {
  expired: 30,
  other_signer: 20,
  'another browser': 16,
  'another interaction': 10,
  'unknown passkey': 9,
  'person suspended': 6,
  'message.domain_mismatch': 5,
  not_accepted: 2.5,
  'message.chain_not_allowed': 1,
  'another purpose': 0.5,
}
const endings = {
  idle: 40,
  'signed-out': 25,
  expired: 15,
  replaced: 12,
  revoked: 5,
  'person-suspended': 1,
  'wallet-no-longer-valid': 0.5,
}

export async function insertDemoAuditEntries(
  world: DemoDataGenerationContext,
  cast: DemoAuditActors,
  count: number,
  tell: (done: number) => void,
): Promise<void> {
  const { queries, random, now, spanMs } = world
  const howManyAt = (line: number): number =>
    line < 0 ? 0 : Math.max(1, Math.ceil((line / count) * cast.people.length))
  const { sequencePending } = createAuditLogSequencer(queries)
  for (let done = 0; done < count;) {
    const size = Math.min(batchSize, count - done)
    const lines = Array.from({ length: size }, (_, index) => {
      const line = done + index
      const at = timeOfDay(now - spanMs + Math.floor((line / count) * spanMs), now)
      const [before, there] = [howManyAt(line - 1), howManyAt(line)]
      return { at, event: generateEvent(world, cast, at, { there, isFirst: there > before }) }
    })
    await queries.transaction().execute((transaction) => appendTimedAuditEvents(transaction, random, lines))
    await sequencePending()
    done += size
    tell(done)
  }
}

function timeOfDay(at: number, now: number): number {
  const dayStart = Math.floor(at / dayMs) * dayMs
  const passed = (at - dayStart) / dayMs
  const bent = passed + Math.sin(2 * Math.PI * passed) * 0.12
  return Math.min(now, dayStart + Math.floor(bent * dayMs))
}

/** `there` is the number of people at that time; `isFirst` means that the last person is new. */
function generateEvent(
  { choices, origin }: DemoDataGenerationContext,
  { people, administrators, applications }: DemoAuditActors,
  at: number,
  { there, isFirst }: { there: number; isFirst: boolean },
): NewAuditEvent {
  const person = people[isFirst ? there - 1 : choices.nextIntegerBelow(there)] as DemoPerson
  const { wallet } = person
  const by = choices.pickOne(administrators.length > 0 ? administrators : people)
  const where = {
    networkPrefix: `203.0.${choices.nextIntegerBelow(256)}.0/24`,
    userAgent: choices.pickOne(demoUserAgents),
  }
  const sessionId = choices.randomHex(13)
  const of = (content: Record<string, string>) => ({ personId: person.id, content })
  const success = (
    type: NewAuditEvent['type'],
    details: NewAuditEvent['details'],
    evidence: NewAuditEvent['evidence'],
  ): NewAuditEvent => ({
    type,
    outcome: 'success',
    details,
    evidence,
  })
  const applicationId = choices.pickOne(applications)
  // Three of four sign in to an application, the others to their account.
  const signInTo: NewAuditEvent['details'] = sessionId < 'c' ? { applicationId } : {}
  if (isFirst) return success('person.created', {}, of({}))
  switch (choices.pickWeighted(eventWeights)) {
    case 'confirm':
      return success('session.stepped_up', { method: person.signInMethod }, of({ sessionId, ...where }))
    case 'start': {
      const details =
        person.signInMethod === 'passkey'
          ? { method: 'passkey' }
          : { method: person.signInMethod, namespace: wallet.namespace, chainId: getDemoWalletChainReference(wallet) }
      const proof =
        person.signInMethod === 'passkey'
          ? {}
          : {
              address: wallet.address,
              message: generateDemoSignInMessage(choices, { origin, wallet, at }),
              signature: generateDemoSignature(choices, wallet),
            }
      return success('session.started', { ...details, ...signInTo }, of({ sessionId, ...proof, ...where }))
    }
    case 'end':
      return success('session.ended', { reason: choices.pickWeighted(endings) }, of({ sessionId }))
    case 'authorize':
      return success('application.authorized', { applicationId, scopes: 'openid profile' }, of({ sessionId }))
    case 'refuse':
      return {
        type: 'sign_in.refused',
        outcome: 'refused',
        details: { reason: choices.pickWeighted(refusals), ...signInTo },
        evidence: {
          personId: null,
          content: { address: choices.chance(50) ? wallet.address : `0x${choices.randomHex(20)}`, ...where },
        },
      }
    case 'browser':
      return success('browser.first_seen', {}, of({ sessionId, ...where }))
    case 'link':
      return success(
        'wallet.linked',
        { namespace: wallet.namespace, kind: wallet.kind },
        of({ address: wallet.address }),
      )
    case 'withdraw':
      return success('grant.revoked', { applicationId }, of({}))
    case 'logout':
      return success('logout.delivered', { applicationId, attempts: 1 }, of({}))
    case 'failed':
      return {
        type: 'logout.failed',
        outcome: 'refused',
        details: { applicationId, attempts: 8, reason: 'timed_out' },
        evidence: of({}),
      }
    case 'passkey':
      return success('passkey.added', {}, of({ label: 'Phone' }))
    case 'suspend':
      return success(choices.chance(60) ? 'person.suspended' : 'person.reactivated', {}, of({ actorId: by.id }))
    case 'change':
      return success(
        'application.changed',
        { applicationId, changes: 'name' },
        { personId: null, content: { actorId: by.id } },
      )
    case 'reuse':
      return { type: 'token.reuse_detected', outcome: 'refused', details: { applicationId }, evidence: of({}) }
    case 'key':
      return success(
        'signing_key.created',
        { algorithm: 'ES256', generation: 1, keyId: choices.randomHex(8) },
        { personId: null, content: {} },
      )
  }
}
