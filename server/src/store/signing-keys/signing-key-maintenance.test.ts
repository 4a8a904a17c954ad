import { expect, test } from 'vitest'
import { createTestServer, testClockStartTime } from '../../testing/countersign-test-server.ts'
import { createTestSigningKeyContext } from '../../testing/signing-key-context-fixtures.ts'
import { ensureSigningKeys } from './ensure-signing-keys.ts'
import { computeTokenSigningKeyRotationStates } from './compute-token-signing-key-rotation-states.ts'
import { listSigningKeys } from './token-signing-key-store.ts'

const day = 86_400_000

test('P9: background jobs create the next signing key and erase a retired one', async () => {
  const { pruneExpired, clock, database } = await createTestServer()
  await ensureSigningKeys(createTestSigningKeyContext(database), testClockStartTime)
  const states = async (): Promise<string[]> =>
    computeTokenSigningKeyRotationStates(await listSigningKeys(database.queries), clock.now).map(
      ({ key, state }) => `${state}${key.private_key === null ? ' (erased)' : ''}`,
    )

  await pruneExpired()
  expect(await states()).toEqual(['current'])
  clock.now += 89 * day
  await pruneExpired()
  await pruneExpired()
  expect(await states()).toEqual(['current', 'next'])
  clock.now += day
  await pruneExpired()
  expect(await states()).toEqual(['retiring', 'current'])
  clock.now += day
  await pruneExpired()
  expect(await states()).toEqual(['gone (erased)', 'current'])
})
