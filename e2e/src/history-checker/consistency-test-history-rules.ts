import type { LinearizableRegisterRead } from './linearizable-register.ts'
import { getSessionPersonFromTestHistory, getSessionStateImpliedByOperation } from './consistency-test-history-model.ts'
import type { ConsistencyTestOperation } from './consistency-test-operation-types.ts'
import {
  createInitialRegisterWrite,
  createFinalRegisterRead,
  toLinearizableRegisterWrite,
  toLinearizableRegisterRead,
  toLinearizableEndingWrite,
  createLinearizableRegisterRule,
} from './create-linearizable-register-rule.ts'
import type { ConsistencyRule } from './create-linearizable-register-rule.ts'
import {
  contractWalletConsistencyRule,
  groupAccessConsistencyRule,
  walletOwnershipConsistencyRule,
} from './wallet-consistency-rules.ts'

/** One use, plus three retries that get the same response (decision 0064). */
const maxResponses = 4

/**
 * THREATS M1, M2, O1, O2: a one-time value is accepted once, however often it is presented. A
 * refresh token without rotation is not spent; a rotating one may get the same response again.
 */
const acceptedOnce: ConsistencyRule = ({ history }) =>
  [...Map.groupBy(history.operations, ({ facts }) => facts.spends)].flatMap(([spends, presented]) => {
    const accepted = presented.filter(({ outcome, facts }) => outcome === 'ok' && facts.given !== 'kept')
    const responses = new Set(accepted.map(({ id, facts }) => facts.given ?? id))
    if (spends === undefined || (responses.size < 2 && accepted.length <= maxResponses)) return []
    const text = `${accepted[0]?.kind} accepted ${spends} ${accepted.length} times`
    return [{ rule: 'spent-once', text, operations: accepted.map(({ id }) => id) }]
  })

/** A session that has ended is never live again (THREATS P4). */
const sessions = createLinearizableRegisterRule('session', function* (model) {
  const asked = Map.groupBy(model.history.operations, ({ facts }) => facts.session)
  const targeted = Map.groupBy(model.history.operations, ({ facts }) => facts.target)
  const atEnd = new Map(model.final.sessions.map(({ id, isLive }) => [id, isLive ? 'live' : 'ended']))
  for (const session of model.sessions.values()) {
    const reads = (asked.get(session.id) ?? []).flatMap((operation) => {
      const value = getSessionStateImpliedByOperation(operation)
      return value === null ? [] : [toLinearizableRegisterRead(operation, value)]
    })
    // Only a live session can be ended.
    for (const operation of targeted.get(session.id) ?? [])
      if (operation.outcome === 'ok') reads.push(toLinearizableRegisterRead(operation, 'live'))
    // Sessions of an erased person are deleted at some later time.
    if (atEnd.has(session.id) || !model.erased.has(session.person))
      reads.push(createFinalRegisterRead(model, atEnd.get(session.id) ?? 'missing'))
    const writes = [
      toLinearizableRegisterWrite(session.made, 'live'),
      ...model.endingsOfSession(session).map((one) => toLinearizableEndingWrite(one, 'ended')),
    ]
    yield { label: `session ${session.id}`, writes, reads }
  }
})

/** Codes and tokens work only as long as their session and grant exist (THREATS O2, P4). */
const tokens = createLinearizableRegisterRule('token', function* (model) {
  const used = Map.groupBy(model.history.operations, ({ facts }) => facts.chain)
  for (const chain of model.tokenChains.values()) {
    const reads = (used.get(chain.name) ?? []).flatMap((operation): LinearizableRegisterRead[] => {
      if (operation.kind === 'authorize') return []
      if (operation.outcome === 'ok') return [toLinearizableRegisterRead(operation, 'good')]
      const isRefused = ['invalid_grant', 'invalid_token'].includes(operation.code ?? '')
      return isRefused ? [toLinearizableRegisterRead(operation, 'ended')] : []
    })
    const writes = [
      toLinearizableRegisterWrite(chain.given, 'good'),
      ...model.endingsOfTokenChain(chain).map((one) => toLinearizableEndingWrite(one, 'ended')),
    ]
    yield { label: `what the application was given (${chain.name})`, writes, reads }
  }
})

/** Suspended and erased people can do nothing; restored people can. */
const people = createLinearizableRegisterRule('person', function* (model) {
  const { history, final } = model
  const ids = new Set([...model.sessions.values()].map(({ person }) => person))
  const values: Partial<Record<ConsistencyTestOperation['kind'], string>> = {
    suspend: 'suspended',
    restore: 'active',
    erase: 'erased',
  }
  const status = new Map(final.people.map((person) => [person.id, person.status]))
  const reads = new Map(
    [...ids].map((id): [string, LinearizableRegisterRead[]] => [
      id,
      [createFinalRegisterRead(model, status.get(id) ?? 'erased')],
    ]),
  )
  for (const operation of history.operations) {
    if (operation.outcome !== 'ok') continue
    const { kind, facts } = operation
    const isToken = kind === 'redeem' || kind === 'refresh' || kind === 'userinfo'
    const who =
      kind === 'sign-in' || isToken
        ? facts.person
        : getSessionStateImpliedByOperation(operation) === 'live'
          ? getSessionPersonFromTestHistory(model, facts)
          : undefined
    reads.get(who ?? '')?.push(toLinearizableRegisterRead(operation, 'active'))
  }
  const writes = Map.groupBy(
    model.effectiveOperations.filter(({ kind }) => values[kind] !== undefined),
    ({ facts }) => facts.person,
  )
  for (const id of ids)
    yield {
      label: `person ${id}`,
      writes: [
        createInitialRegisterWrite('active'),
        ...(writes.get(id) ?? []).map((one) => toLinearizableRegisterWrite(one, values[one.kind] ?? '')),
      ],
      reads: reads.get(id) ?? [],
    }
})

/** A role lasts from when it is granted until it is revoked (THREATS N11). */
const roles = createLinearizableRegisterRule('role', function* (model) {
  const key = (person: string | undefined, role: string | undefined): string => `${role} of ${person}`
  const changes = Map.groupBy(
    model.effectiveOperations.filter(({ kind }) => kind === 'grant-role' || kind === 'revoke-role'),
    ({ facts }) => key(facts.person, facts.role),
  )
  const looks = Map.groupBy(
    model.history.operations.filter(({ kind, outcome }) => kind === 'use-role' && outcome === 'ok'),
    ({ facts }) => key(facts.person, facts.role),
  )
  const held = new Set(model.final.roles.map(({ person, role }) => key(person, role)))
  for (const [label, given] of changes) {
    const { person } = given[0]?.facts ?? {}
    const erasures = model.effectiveOperations.filter(({ kind, facts }) => kind === 'erase' && facts.person === person)
    yield {
      label,
      writes: [
        createInitialRegisterWrite('missing'),
        ...given.map((one) => toLinearizableRegisterWrite(one, one.kind === 'grant-role' ? 'held' : 'missing')),
        ...erasures.map((one) => toLinearizableRegisterWrite(one, 'missing')),
      ],
      reads: [
        ...(looks.get(label) ?? []).map((one) =>
          toLinearizableRegisterRead(one, one.facts.found === null ? 'missing' : 'held'),
        ),
        createFinalRegisterRead(model, held.has(label) ? 'held' : 'missing'),
      ],
    }
  }
})

const grants = createLinearizableRegisterRule('grant', function* (model) {
  const key = (person: string | undefined, application: string | undefined): string => `${application} for ${person}`
  const of = ({ facts }: ConsistencyTestOperation): string =>
    key(getSessionPersonFromTestHistory(model, facts), facts.application)
  const asked: readonly ConsistencyTestOperation['kind'][] = ['consent', 'authorize', 'withdraw']
  const allowed = new Set(model.final.grants.map(({ person, application }) => key(person, application)))
  for (const [grant, operations] of Map.groupBy(
    model.history.operations.filter(({ kind }) => asked.includes(kind)),
    of,
  )) {
    const person = getSessionPersonFromTestHistory(model, operations[0]?.facts ?? {})
    const happened = operations.filter(({ outcome }) => outcome !== 'fail')
    const reads = operations.flatMap((operation): LinearizableRegisterRead[] => {
      // Only an existing grant can be used or revoked.
      if (operation.outcome === 'ok' && operation.kind !== 'consent')
        return [toLinearizableRegisterRead(operation, 'allowed')]
      return operation.code === 'grant.not_found' ? [toLinearizableRegisterRead(operation, 'missing')] : []
    })
    yield {
      label: `what is allowed to ${grant}`,
      writes: [
        createInitialRegisterWrite('missing'),
        ...happened.filter(({ kind }) => kind === 'consent').map((one) => toLinearizableRegisterWrite(one, 'allowed')),
        ...happened.filter(({ kind }) => kind === 'withdraw').map((one) => toLinearizableRegisterWrite(one, 'missing')),
        ...model.effectiveOperations
          .filter(({ kind, facts }) => kind === 'erase' && facts.person === person)
          .map((one) => toLinearizableRegisterWrite(one, 'missing')),
      ],
      reads: [...reads, createFinalRegisterRead(model, allowed.has(grant) ? 'allowed' : 'missing')],
    }
  }
})

export const consistencyTestHistoryRules: readonly ConsistencyRule[] = [
  acceptedOnce,
  sessions,
  tokens,
  people,
  roles,
  grants,
  walletOwnershipConsistencyRule,
  groupAccessConsistencyRule,
  contractWalletConsistencyRule,
]
