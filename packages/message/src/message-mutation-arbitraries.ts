import fc from 'fast-check'
import { validEthereumMessageExample } from './message-error-examples.ts'
import { ethereumMessageTextArbitrary } from './message-grammar-arbitraries.ts'

const pieces = ['', '\n', '\n\n', '\r\n', ' ', ':', '/', '%', '[', '\nNonce: 12345678', 'Z', '1', '\u200b', '\ud800']

const damage = fc.record({
  at: fc.nat(validEthereumMessageExample.length),
  taken: fc.nat(3),
  put: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom(...pieces)),
})

export const createMutatedTextArbitrary = (sound: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(sound, fc.array(damage, { minLength: 1, maxLength: 3 })).map(([text, damages]) =>
    damages.reduce((kept, { at, taken, put }) => {
      const start = at % (kept.length + 1)
      return kept.slice(0, start) + put + kept.slice(start + taken)
    }, text),
  )

// Replacing a character of a message with one of these rarely results in another valid message.
const nearby = [...'0Ol1IzZaA9 :/-.\n\r\t%[]@#', '\u200b', '\u017f', '\ud83d\ude00']

export const createOneCharacterEditArbitrary = (sound: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(sound, fc.nat(), fc.constantFrom('drop', 'put', 'replace', 'double', 'case'), fc.constantFrom(...nearby))
    .map(([text, place, change, character]) => {
      const at = place % text.length
      const [before, own, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)]
      const other = own === own.toUpperCase() ? own.toLowerCase() : own.toUpperCase()
      const put = { drop: '', put: character + own, replace: character, double: own + own, case: other }[change]
      return before + put + after
    })

export const createLineEditArbitrary = (sound: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      sound,
      sound,
      fc.nat(),
      fc.nat(),
      fc.constantFrom('drop', 'double', 'empty', 'blank', 'move', 'other', 'crlf', 'cr', 'end', 'begin', 'space'),
    )
    .map(([text, foreign, one, two, change]) => {
      const lines = text.split('\n')
      const [at, to] = [one % lines.length, two % lines.length]
      const line = lines[at]!
      const around = (...put: string[]): string => [...lines.slice(0, at), ...put, ...lines.slice(at + 1)].join('\n')
      switch (change) {
        case 'drop':
          return around()
        case 'double':
          return around(line, line)
        case 'empty':
          return around('')
        case 'blank':
          return around(line, '')
        case 'move':
          return lines.toSpliced(at, 1).toSpliced(to, 0, line).join('\n')
        case 'other':
          return around(foreign.split('\n')[at] ?? '')
        case 'crlf':
          return text.replaceAll('\n', '\r\n')
        case 'cr':
          return around(`${line}\r`)
        case 'end':
          return `${text}\n`
        case 'begin':
          return `\n${text}`
        case 'space':
          return around(`${line} `)
      }
    })

export const mutatedMessageTextArbitrary = createMutatedTextArbitrary(
  fc.oneof(fc.constant(validEthereumMessageExample), ethereumMessageTextArbitrary),
)
