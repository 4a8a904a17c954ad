import { expect, test } from 'vitest'
import { suggestSlug } from './suggest-slug.ts'

test('an id is suggested from any name', () => {
  expect(['Our Wiki', '  Straße & Café!', '日本', 'x'.repeat(99)].map(suggestSlug)).toEqual([
    'our-wiki',
    'stra-e-cafe',
    '',
    'x'.repeat(64),
  ])
})
