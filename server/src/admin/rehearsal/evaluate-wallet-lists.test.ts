import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database-fixtures.ts'
import { createWalletListEvaluator } from './evaluate-wallet-lists.ts'

test('O39: a long list of excluded wallets does not keep the event loop busy', async () => {
  const { queries } = await openTestDatabase('sqlite')
  const wallets = Array.from({ length: 2000 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
  let turns = 0
  let next = setImmediate(function countTurn() {
    turns += 1
    next = setImmediate(countTurn)
  })
  await createWalletListEvaluator({ queries, signal: new AbortController().signal }, [
    { all: [{ none: [{ type: 'wallets', wallets }] }] },
  ])
  clearImmediate(next)
  expect(turns).toBeGreaterThan(2)
})
