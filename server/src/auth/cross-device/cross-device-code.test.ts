import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import {
  createCrossDeviceCode,
  createCrossDeviceMatchPairs,
  normalizeCrossDeviceCode,
  formatCrossDeviceCode,
} from './cross-device-code.ts'

const many = 2000

describe('cross-device code', () => {
  test('starts with a digit, unlike RFC 8628 user codes, and differs each time', () => {
    const codes = Array.from({ length: many }, () => createCrossDeviceCode(systemRandomBytes))
    for (const code of codes) expect(code).toMatch(/^[2-9][BCDFGHJKLMNPQRSTVWXZ]{7}$/)
    expect(new Set(codes).size).toBe(many)
    for (let place = 1; place < 8; place++) expect(new Set(codes.map((code) => code.charAt(place))).size).toBe(20)
  })

  test.each(['7KQM-RTWX', '7kqmrtwx', ' 7kqm rtwx ', '7K-Q-M-R-T-W-X'])(
    'is normalized from typed input: %s',
    (typed) => {
      expect(normalizeCrossDeviceCode(typed)).toBe('7KQMRTWX')
    },
  )

  test.each(['', '7KQM-RTW', '7KQM-RTWXX', 'KQMR-TWXB', '1KQM-RTWX', '7AQM-RTWX', '77QM-RTWX', '7KQM-RTWX'.repeat(9)])(
    'rejects invalid input: %s',
    (typed) => {
      expect(normalizeCrossDeviceCode(typed)).toBe(null)
    },
  )

  test('is displayed in two groups', () => {
    expect(formatCrossDeviceCode('7KQMRTWX')).toBe('7KQM-RTWX')
  })
})

test('P16: the three match pairs share no characters, and the right one is at a random position', () => {
  const drawn = Array.from({ length: many }, () => createCrossDeviceMatchPairs(systemRandomBytes))
  for (const { pair, pairs } of drawn) {
    for (const each of pairs) expect(each).toMatch(/^[ACDEFHJKLMNPRTUVWXY][2-9]$/)
    expect(new Set(pairs.join('')).size).toBe(6)
    expect(pairs).toContain(pair)
  }
  const places = [0, 1, 2].map((place) => drawn.filter(({ pair, pairs }) => pairs[place] === pair).length)
  for (const count of places) expect(count).toBeGreaterThan(many / 4)
})
