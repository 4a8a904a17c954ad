import { definitionFaults as spoken } from '@countersign/api/definition-faults'
import { expect, test } from 'vitest'
import { definitionFaults } from './definition-faults.ts'

const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

test('a sentence has no place that the server does not fill', () => {
  const wrong = Object.entries(definitionFaults).filter(
    ([code, sentence]) => !placesOf(sentence).every((place) => spoken[code as keyof typeof spoken].includes(place)),
  )
  expect(wrong).toEqual([])
})
