import { findStaleRegisterReads } from './linearizable-register.ts'
import type { LinearizableRegisterRead, LinearizableRegister } from './linearizable-register.ts'
import { getSessionPersonFromTestHistory } from './consistency-test-history-model.ts'
import type { ConsistencyTestHistoryModel } from './consistency-test-history-model.ts'
import type { ConsistencyTestOperation } from './consistency-test-operation-types.ts'
import {
  createInitialRegisterWrite,
  createFinalRegisterRead,
  toLinearizableRegisterWrite,
  toLinearizableRegisterRead,
  createLinearizableRegisterRule,
} from './create-linearizable-register-rule.ts'
import type { ConsistencyRuleViolation, ConsistencyRule } from './create-linearizable-register-rule.ts'

const noOwner = 'of no one'
const ownedBy = (person: string | undefined): string => `of ${person}`

function* walletRegisters(model: ConsistencyTestHistoryModel): Generator<LinearizableRegister & { address: string }> {
  const { history, effectiveOperations } = model
  const atEnd = new Map(model.final.wallets.map(({ address, person }) => [address, person]))
  for (const [address, operations] of Map.groupBy(history.operations, ({ facts }) => facts.wallet)) {
    if (address === undefined) continue
    const writes = [createInitialRegisterWrite(noOwner)]
    const reads = [readAtEnd(atEnd.get(address))]
    for (const operation of operations.filter(({ outcome }) => outcome !== 'fail')) {
      const { kind, facts, outcome } = operation
      if (kind === 'link') writes.push(toLinearizableRegisterWrite(operation, ownedBy(facts.person)))
      if (kind === 'unlink') writes.push(toLinearizableRegisterWrite(operation, noOwner))
      if (kind === 'step-up' && outcome === 'ok')
        reads.push(toLinearizableRegisterRead(operation, ownedBy(facts.person)))
      if (kind !== 'sign-in') continue
      const person = facts.person ?? madeOf(operation)
      if (person === undefined) continue
      // The first sign-in with an unowned wallet creates its person.
      if (firstOf(person) === operation) writes.push(toLinearizableRegisterWrite(operation, ownedBy(person)))
      else if (outcome === 'ok') reads.push(toLinearizableRegisterRead(operation, ownedBy(person)))
    }
    const owners = new Set(writes.map(({ value }) => value))
    for (const erasure of effectiveOperations)
      if (erasure.kind === 'erase' && owners.has(ownedBy(erasure.facts.person)))
        writes.push(toLinearizableRegisterWrite(erasure, noOwner, false))
    yield { address, label: `wallet ${address}`, writes, reads }
  }

  function readAtEnd(person: string | undefined): LinearizableRegisterRead {
    return createFinalRegisterRead(model, person === undefined ? noOwner : ownedBy(person))
  }
  function madeOf(operation: ConsistencyTestOperation): string | undefined {
    return [...model.sessions.values()].find(({ made }) => made === operation)?.person
  }
  function firstOf(person: string): ConsistencyTestOperation | undefined {
    return [...model.sessions.values()]
      .filter((session) => session.person === person && session.made.kind === 'sign-in')
      .map(({ made }) => made)
      .toSorted((one, other) => one.invokedAt - other.invokedAt)[0]
  }
}

/** A wallet signs in only the person it is linked to (THREATS P1). */
export const walletOwnershipConsistencyRule = createLinearizableRegisterRule('wallet', walletRegisters)

/** An application learns nothing about people without a wallet in its group (THREATS O2). */
export const groupAccessConsistencyRule: ConsistencyRule = (model) => {
  // Saves time in the simulation, which has no such application but produces many histories.
  if (model.final.groupGatedApplications.length === 0) return []
  const registers = new Map([...walletRegisters(model)].map((register) => [register.address, register]))
  const asked: readonly ConsistencyTestOperation['kind'][] = ['authorize', 'redeem', 'refresh', 'userinfo']
  return model.final.groupGatedApplications.flatMap(({ application, wallets: allowed }) =>
    model.history.operations.flatMap((operation): ConsistencyRuleViolation[] => {
      const { kind, outcome, facts, id } = operation
      if (outcome !== 'ok' || facts.application !== application || !asked.includes(kind)) return []
      const person = facts.person ?? getSessionPersonFromTestHistory(model, facts)
      const value = ownedBy(person)
      const theirs = allowed.flatMap((address) => {
        const register = registers.get(address)
        return register?.writes.some((write) => write.value === value) === true ? [register] : []
      })
      const stale = theirs.map(
        (register) => findStaleRegisterReads({ ...register, reads: [toLinearizableRegisterRead(operation, value)] })[0],
      )
      if (stale.includes(undefined)) return []
      const missed = stale.flatMap((one) => one?.missed?.operation ?? [])
      const text = `${kind} at ${application}, which asks for a group, for ${person}, who has no wallet of it`
      return [{ rule: 'group', text, operations: [...missed, id] }]
    }),
  )
}

/** A proof succeeds only while the contract accepts its signatures (THREATS S13). */
export const contractWalletConsistencyRule = createLinearizableRegisterRule('contract', function* ({ history }) {
  const proofs: readonly ConsistencyTestOperation['kind'][] = ['sign-in', 'step-up', 'link']
  const changes = history.operations.filter(({ kind }) => kind === 'change-contract')
  for (const [wallet, changed] of Map.groupBy(changes, ({ facts }) => facts.wallet))
    yield {
      label: `contract ${wallet}`,
      writes: [
        createInitialRegisterWrite('willing'),
        ...changed.map((one) => toLinearizableRegisterWrite(one, one.facts.found ?? 'unwilling')),
      ],
      reads: history.operations
        .filter(({ kind, outcome, facts }) => outcome === 'ok' && proofs.includes(kind) && facts.wallet === wallet)
        .map((one) => toLinearizableRegisterRead(one, 'willing')),
    }
})
