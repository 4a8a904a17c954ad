import { expect, test } from 'vitest'
import { countersignErrorMessages } from '../core/countersign-error.ts'
import { germanTexts } from '../german.ts'
import { englishTexts } from './texts.ts'

test('German texts are complete', () => {
  expect(Object.keys(germanTexts)).toEqual(Object.keys(englishTexts))
  expect(Object.keys(germanTexts.errors)).toEqual(Object.keys(countersignErrorMessages))
})
