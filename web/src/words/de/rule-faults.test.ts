import { ruleFaults as spoken } from '@countersign/api/rule-faults'
import { expect, test } from 'vitest'
import { ruleFaults } from './rule-faults.ts'

const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

test('every sentence is German, and has no place that the server does not fill', () => {
  const wrong = Object.entries(ruleFaults).filter(([code, sentence]) => {
    const said = spoken[code as keyof typeof spoken]
    return sentence === said || !placesOf(sentence).every((place) => said.includes(place))
  })
  expect(wrong).toEqual([])
})
