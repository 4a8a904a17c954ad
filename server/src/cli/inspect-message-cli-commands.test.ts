// Tests of input, output and exit codes of the inspector commands, one in a separate process.
import { ethereumTestKeys, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { messageErrorExamples, validEthereumMessageExample } from '@countersign/message/message-error-examples'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCliCommandForTests } from '../testing/cli-command-test-steps.ts'
import { decodeUtf8Text } from './read-inspect-command-input.ts'
import { splitStreamLines } from './inspect-message-json-lines.ts'

const program = join(import.meta.dirname, '../cli-main.ts')
const text = validEthereumMessageExample.replace(
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ethereumTestKeys.alice.address,
)
const at = ['--at', '2024-02-29T12:01:00Z']

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-inspect-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Ended {
  exitCode: number | null
  out: string
  error: string
}

/** Also checks that the command creates no files. */
async function run(words: string[], input: string | Uint8Array = ''): Promise<Ended> {
  const folder = createFolder()
  const { code, ...said } = await runCliCommandForTests(words, { folder, input })
  expect(readdirSync(folder)).toEqual([])
  return { exitCode: code, ...said }
}

async function runProcess(words: string[], input: string): Promise<Ended> {
  const folder = createFolder()
  const child = spawn(process.execPath, [program, ...words], { cwd: folder, env: { PATH: process.env['PATH'] } })
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk) => (said.out += String(chunk)))
  child.stderr.on('data', (chunk) => (said.error += String(chunk)))
  child.stdin.end(input)
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
  expect(readdirSync(folder)).toEqual([])
  return { exitCode, ...said }
}

describe('countersign inspect', () => {
  test('reads standard input byte for byte and reports whether the message is well-formed', async () => {
    const sound = await runProcess(['inspect', ...at], text)
    expect(sound).toMatchObject({ exitCode: 0, error: '' })
    expect(sound.out).toContain('Well-formed.')
    const withLineFeed = await runProcess(['inspect', '-', ...at], `${text}\n`)
    expect(withLineFeed.exitCode).toBe(1)
    expect(withLineFeed.out).toContain('message.line_feed_at_end')
  })

  test('reads a file, and prints the findings as one line of JSON', async () => {
    const file = join(createFolder(), 'message.txt')
    writeFileSync(file, messageErrorExamples['message.carriage_return'].text)
    const { exitCode, out } = await run(['inspect', file, '--json', '--origin', 'https://example.com/path'])
    expect(exitCode).toBe(1)
    expect(out).toMatch(/^[ -~]+\n$/)
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'malformed',
      errors: [{ code: 'message.carriage_return', place: { line: 7, column: 11 } }],
    })
  })

  test('N8: reads messages as JSON lines, and continues after an invalid one', async () => {
    const lines = [
      JSON.stringify(text),
      '{',
      '',
      '["x"]',
      '{"message":1}',
      '{"message":"x","origin":"?"}',
      '{"message":"a","message":"b"}',
      JSON.stringify({ message: text, origin: 'https://example.org' }),
    ]
    const { exitCode, out } = await run(['inspect', '--json-lines', ...at], `${lines.join('\n')}\n`)
    expect(exitCode).toBe(1)
    const found = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { outcome?: string; origin?: { matches: boolean }; error?: { line: number } })
    expect(found.map(({ outcome, error }) => outcome ?? error?.line)).toEqual([
      'well-formed',
      2,
      3,
      4,
      5,
      6,
      7,
      'well-formed',
    ])
    expect(found.at(-1)?.origin?.matches).toBe(false)
    expect((await run(['inspect', '--json-lines', ...at], JSON.stringify(text))).exitCode).toBe(0)
  })

  test.each([
    ['input that is not UTF-8', ['inspect'], Buffer.from([97, 0xe9, 97]), 'byte 2 (0xe9)'],
    ['a missing file', ['inspect', 'nowhere.txt'], '', 'cannot be read'],
    ['an invalid time', ['inspect', '--at', 'now'], '', '2024-02-29T12:00:00Z'],
    ['an invalid origin', ['inspect', '--origin', 'https://'], '', 'is invalid; write it like https://example.com'],
    ['an origin without a scheme', ['inspect', '--origin', 'example.com'], '', 'has no scheme'],
    ['an unknown option', ['inspect', '--orgin', 'https://example.com'], '', '(Did you mean --origin?)'],
    ['one signature for many messages', ['inspect', '--json-lines', '--signature', '0x00'], '', '--signature'],
    ['verifying without a signature', ['verify'], text, '--signature'],
  ])('refuses %s with an error message', async (_what, words, input, said) => {
    const { exitCode, out, error } = await run(words, input)
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
    expect(error).toContain(said)
  })
})

/**
 * Characters that terminals interpret or reorder: escape, its 8-bit form, a bidi override and a
 * line feed.
 */
const hostile = 'no\x1b[31m\u009b2J\u202efile\n'

describe('N10: terminal output escapes untrusted input', () => {
  test.each([
    ['the name of a file', ['inspect', hostile], 'it does not exist'],
    ['the name of a file to verify', ['verify', '--signature', '0x', hostile], 'it does not exist'],
    ['a name that is too long', ['inspect', `${hostile}${'x'.repeat(300)}`], 'its name is too long'],
    ['a path through a file', ['inspect', `${process.execPath}/${hostile}`], 'a part of its path is not a folder'],
    ['a time', ['inspect', '--at', hostile], 'The time'],
    ['an origin', ['inspect', '--origin', hostile], 'The origin'],
    ['an option', ['inspect', `--${hostile}`], 'unknown option'],
    ['a command', [hostile], 'unknown command'],
  ])('in %s', async (_what, words, said) => {
    const { exitCode, out, error } = await run(words)
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
    expect(error).toContain(said)
    expect(error).toContain('no␛[31m‹U+009B›2J‹U+202E›file␊')
    expect(error.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test('in an extra argument', async () => {
    const { exitCode, error } = await run(['inspect', 'a', hostile])
    expect([exitCode, error]).toEqual([2, expect.stringContaining('too many arguments')])
    expect(error.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test('and reports a folder as a folder', async () => {
    expect((await run(['inspect', '/'])).error).toBe('error: The file "/" cannot be read: it is a folder.\n')
  })

  test('in the name of a JSON member', async () => {
    const lines = [
      JSON.stringify({ message: 'a', [hostile]: 'b' }),
      '{"no\u009b2J\u202efile":1,"no\u009b2J\u202efile":1}',
    ]
    const { out } = await run(['inspect', '--json-lines'], lines.join('\n'))
    const [unknown, twice] = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { error: { message: string } }).error.message)
    expect(unknown).toContain('"no␛[31m‹U+009B›2J‹U+202E›file␊"')
    expect(twice).toContain('no‹U+009B›2J‹U+202E›file')
  })
})

describe('countersign verify', () => {
  test('reports by its exit code whether the wallet signed', async () => {
    const signature = signEthereumMessage(ethereumTestKeys.alice, text)
    const proved = await run(['verify', '--signature', signature, '--origin', 'https://example.com', ...at], text)
    expect(proved).toMatchObject({ exitCode: 0, error: '' })
    expect(proved.out).toMatch(/^Proved/)
    const forged = await run(
      ['verify', '--signature', signEthereumMessage(ethereumTestKeys.bob, text), '--json', ...at],
      text,
    )
    expect(forged.exitCode).toBe(1)
    expect(JSON.parse(forged.out)).toMatchObject({
      verdict: 'not-proved',
      signature: { signer: ethereumTestKeys.bob.address, matches: false },
    })
    expect((await run(['verify', '--signature', signature], text)).exitCode).toBe(1)
    expect((await run(['verify', '--signature', `0x${'00'.repeat(200)}`, ...at], text)).exitCode).toBe(3)
  })
})

describe('inspection input', () => {
  test('keeps a byte order mark, which would be part of the signed text', () => {
    expect(decodeUtf8Text(Buffer.from('\ufeffa'), 'It')).toBe('\ufeffa')
  })

  test.each([
    [[0xff], 'byte 1 (0xff)'],
    [[0x61, 0xc3, 0x28], 'byte 2 (0xc3)'],
    [[0xe2, 0x82, 0xac, 0xe2, 0x82], 'byte 4 (0xe2)'],
    [[0xed, 0xa0, 0x80], 'byte 1 (0xed)'],
  ])('%j is refused with the position of the invalid byte', (bytes, said) => {
    expect(() => decodeUtf8Text(Uint8Array.from(bytes), 'It')).toThrow(said)
  })

  test('is refused if it is too large', () => {
    expect(() => decodeUtf8Text(new Uint8Array(1_048_577), 'It')).toThrow('larger than 1048576 bytes')
  })

  test('is split into lines across chunks, with limited memory for an endless line', async () => {
    const whole = `ab\n\ncd${'é'.repeat(20)}\n${'x'.repeat(30)}\nlast`
    for (const size of [1, 2, 3, 7, 1000]) {
      const bytes = Buffer.from(whole)
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      const lines: string[] = []
      for await (const line of splitStreamLines(Readable.from(pieces))) lines.push(String(line))
      expect(lines.join('\n')).toBe(whole)
    }
    const endless = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(1_000_000, 'x')))
    for await (const line of splitStreamLines(endless)) expect(line.length).toBeLessThan(4_000_000)
  })
})
