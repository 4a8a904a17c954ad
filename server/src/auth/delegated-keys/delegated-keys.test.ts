// Tests that a key and the contracts to which it delegates (EIP-7702) are one person.
import type { Hex } from '@countersign/proof/chain-reader'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { insertPerson } from '../../store/people/person-store.ts'
import { insertLinkedWallet } from '../../store/wallets/wallet-store.ts'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { createFakeSingleOwnerContractWallet } from '../../testing/fake-chains.ts'
import {
  createDelegateServer,
  listPeopleOfCarol,
  readSignedInPersonId,
  testDelegate,
} from '../../testing/delegated-key-fixtures.ts'

const { alice, bob, carol } = ethereumTestKeys

describe('a key that signed in before its delegate', () => {
  testOnBothDatabases('S7: keeps the delegate out until the person links it', async (kind) => {
    const { app, act, tryTo } = await createDelegateServer(kind)
    const home = app.openBrowser()
    const person = readSignedInPersonId(await act(home, 'sign-in', carol))
    expect(await tryTo(app.openBrowser(), 'sign-in', bob)).toBe('wallet.address_in_use')
    expect(await listPeopleOfCarol(app)).toEqual([person])
    expect(await tryTo(home, 'step-up', carol)).toBe('done')
    expect(await tryTo(home, 'link', bob)).toBe('done')
    expect(readSignedInPersonId(await act(app.openBrowser(), 'sign-in', bob))).toBe(person)
    expect(readSignedInPersonId(await act(app.openBrowser(), 'sign-in', carol))).toBe(person)
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('P1: the delegate can neither be linked nor merged by another person', async () => {
    const { app, tryTo } = await createDelegateServer()
    expect(await tryTo(app.openBrowser(), 'sign-in', carol)).toBe('done')
    const stranger = app.openBrowser()
    await stranger.signIn(alice)
    await stranger.stepUp(alice)
    expect(await tryTo(stranger, 'link', bob)).toBe('wallet.address_in_use')
    expect(await tryTo(stranger, 'merge', bob)).toBe('merge.not_possible')
    expect(await tryTo(stranger, 'step-up', bob)).toBe('step_up.different_person')
  })
})

test('S4: delegates of one key on two chains are one person, who links the second', async () => {
  const { app, act, tryTo } = await createDelegateServer()
  const home = app.openBrowser()
  const person = readSignedInPersonId(await act(home, 'sign-in', bob, '1'))
  expect(await tryTo(app.openBrowser(), 'sign-in', bob, '10')).toBe('wallet.address_in_use')
  expect(await tryTo(home, 'step-up', bob, '1')).toBe('done')
  expect(await tryTo(home, 'link', bob, '10')).toBe('done')
  expect(readSignedInPersonId(await act(app.openBrowser(), 'sign-in', bob, '10'))).toBe(person)
})

test('S4: contracts with code of their own stay different people on each chain', async () => {
  const { app, chains, act } = await createDelegateServer()
  for (const chain of chains) chain.deploy(carol.address, createFakeSingleOwnerContractWallet(bob))
  const people = [
    readSignedInPersonId(await act(app.openBrowser(), 'sign-in', bob, '1')),
    readSignedInPersonId(await act(app.openBrowser(), 'sign-in', bob, '10')),
  ]
  expect(new Set(people).size).toBe(2)
})

test('a key and a delegate that an earlier release made two people keep their access', async () => {
  const { app, act } = await createDelegateServer()
  const ofDelegate = readSignedInPersonId(await act(app.openBrowser(), 'sign-in', bob))
  const ofKey = createRandomId(systemRandomBytes)
  await app.database.queries.transaction().execute(async (transaction) => {
    await insertPerson(transaction, ofKey, app.clock.now)
    await insertLinkedWallet(
      transaction,
      { namespace: 'eip155', kind: 'key', chainReference: null, address: carol.address },
      { id: createRandomId(systemRandomBytes), personId: ofKey, primary: true, now: app.clock.now },
    )
  })
  expect(readSignedInPersonId(await act(app.openBrowser(), 'sign-in', bob))).toBe(ofDelegate)
  expect(readSignedInPersonId(await act(app.openBrowser(), 'sign-in', carol))).toBe(ofKey)
})

test('S8: a linked delegate that the key replaces is put on hold, and the key is not affected', async () => {
  const { app, chains, act, tryTo } = await createDelegateServer()
  const home = app.openBrowser()
  const person = readSignedInPersonId(await act(home, 'sign-in', carol))
  await tryTo(home, 'step-up', carol)
  expect(await tryTo(home, 'link', bob)).toBe('done')
  const hash: Hex = `0x${'ab'.repeat(32)}`
  chains[0].deploy(carol.address, createFakeSingleOwnerContractWallet(alice), { delegate: testDelegate, hash })
  expect(await tryTo(app.openBrowser(), 'sign-in', bob)).toBe('signature.refused')
  expect(await tryTo(app.openBrowser(), 'sign-in', alice)).toBe('wallet.on_hold')
  expect(readSignedInPersonId(await act(app.openBrowser(), 'sign-in', carol))).toBe(person)
})
