import { expect, test } from 'vitest'
import { suggestIdFromName } from './suggest-id-from-name.ts'

test('suggests an ID from any name', () => {
  expect(['Our Wiki', '  Straße & Café!', '日本', 'x'.repeat(99)].map(suggestIdFromName)).toEqual([
    'our-wiki',
    'stra-e-cafe',
    '',
    'x'.repeat(64),
  ])
})
