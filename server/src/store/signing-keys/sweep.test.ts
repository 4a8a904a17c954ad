import { expect, test } from 'vitest'
import { createTestApp, testStart } from '../../testing/test-app.ts'
import { createKeyWorld } from '../../testing/test-key-world.ts'
import { ensureKeys } from './ensure.ts'
import { stateKeys } from './state.ts'
import { listKeys } from './store.ts'

const day = 86_400_000

test('P9 a running server makes the next key by itself, and erases the one that is gone', async () => {
  const { sweep, clock, database } = await createTestApp()
  await ensureKeys(createKeyWorld(database), testStart)
  const states = async (): Promise<string[]> =>
    stateKeys(await listKeys(database.queries), clock.now).map(
      ({ key, state }) => `${state}${key.private_key === null ? ' (erased)' : ''}`,
    )

  await sweep()
  expect(await states()).toEqual(['current'])
  clock.now += 89 * day
  await sweep()
  await sweep()
  expect(await states()).toEqual(['current', 'next'])
  clock.now += day
  await sweep()
  expect(await states()).toEqual(['retiring', 'current'])
  clock.now += day
  await sweep()
  expect(await states()).toEqual(['gone (erased)', 'current'])
})
