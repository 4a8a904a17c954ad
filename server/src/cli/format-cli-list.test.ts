import { expect, test } from 'vitest'
import { formatRelativeTime } from './format-relative-time.ts'
import { formatCliListForPipe, formatCliListForTerminal } from './format-cli-list.ts'
import type { CliList } from './format-cli-list.ts'
import { chooseTerminalColorizer } from './terminal-colors.ts'
import { measureTerminalText, truncateTerminalText } from './terminal-text-width.ts'

const now = Date.parse('2030-01-02T00:00:00Z')
const list: CliList = {
  columns: [
    { title: 'ID' },
    { title: 'MEMBERS', align: 'right' },
    { title: 'SEEN' },
    { title: 'NAME', canShrink: true },
  ],
  rows: [
    ['wiki', '7', { at: '2030-01-01T21:00:00Z', none: '–' }, '東京の知識ベースと、とても長い名前のウィキ'],
    ['shop', '12', { at: null, none: '–' }, 'Shop 🛒 with a name that does not fit into any terminal of forty columns'],
    ['bell', '0', { at: '2030-01-04T00:00:00Z', none: '–' }, 'Bell\u0007\u001b[31m'],
  ],
  empty: 'Nothing.',
}

test.each([
  [
    120,
    `ID    MEMBERS  SEEN         NAME
wiki        7  3 hours ago  東京の知識ベースと、とても長い名前のウィキ
shop       12  –            Shop 🛒 with a name that does not fit into any terminal of forty columns
bell        0  in 2 days    Bell‹U+0007›‹U+001B›[31m`,
  ],
  [
    60,
    `ID    MEMBERS  SEEN         NAME
wiki        7  3 hours ago  東京の知識ベースと、とても長い名…
shop       12  –            Shop 🛒 with a name that does n…
bell        0  in 2 days    Bell‹U+0007›‹U+001B›[31m`,
  ],
])('a list is a table with aligned columns in %i columns', (width, table) => {
  expect(formatCliListForTerminal(list, { width, now })).toBe(table)
})

test.each([40, 60, 80, 120])('no line is wider than %i columns', (width) => {
  const lines = formatCliListForTerminal(list, { width, now }).split('\n')
  expect(Math.max(...lines.map(measureTerminalText))).toBeLessThanOrEqual(width)
})

test('rows become blocks if the columns that cannot be cut do not fit', () => {
  const id = 'https://a-very-long-address.example/resources/notes/v1/'
  const columns = [{ title: 'ADDRESS' }, { title: 'OPEN TO' }, { title: 'NAME', canShrink: true as const }]
  expect(formatCliListForTerminal({ columns, rows: [[id, 'listed', 'Notes']], empty: '' }, { width: 40, now })).toBe(
    `${id}\n  OPEN TO  listed\n  NAME     Notes`,
  )
})

test('a pipe gets one row per line with tabs, exact times, nothing cut and no titles', () => {
  expect(formatCliListForPipe(list).split('\n')).toEqual([
    'wiki\t7\t2030-01-01T21:00:00Z\t東京の知識ベースと、とても長い名前のウィキ',
    'shop\t12\t\tShop 🛒 with a name that does not fit into any terminal of forty columns',
    'bell\t0\t2030-01-04T00:00:00Z\tBell‹U+0007›‹U+001B›[31m',
  ])
})

test('N10: a cell cannot add a column or a row, neither on a terminal nor in a pipe', () => {
  const hostile: CliList = { ...list, rows: [['a\tb\nc', '1', 'x', 'y\r\u2028']] }
  expect(formatCliListForPipe(hostile)).toBe('a‹U+0009›b‹U+000A›c\t1\tx\ty‹U+000D›‹U+2028›')
  expect(formatCliListForTerminal(hostile, { width: 80, now }).split('\n')).toHaveLength(2)
})

test.each([
  ['abc', 3],
  ['é', 1],
  ['e\u0301', 1],
  ['日本', 4],
  ['ｱ', 1],
  ['👍🏽', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['', 0],
])('%s is %i columns wide', (text, width) => {
  expect(measureTerminalText(text)).toBe(width)
})

test('text is cut at a whole character', () => {
  expect(truncateTerminalText('日本語', 4)).toBe('日…')
  expect(truncateTerminalText('👍🏽👍🏽', 3)).toBe('👍🏽…')
})

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [false, { FORCE_COLOR: '' }, false],
  [true, { CI: 'true' }, false],
  [true, { CI: 'true', FORCE_COLOR: '1' }, true],
  [true, { TERM: 'dumb' }, false],
])('terminal: %s with %o has colors: %s', (isTerminal, environment, hasColors) => {
  expect(chooseTerminalColorizer(isTerminal, environment)('error', 'x') !== 'x').toBe(hasColors)
})

test.each([
  ['2030-01-01T23:59:30Z', 'just now'],
  ['2030-01-02T00:00:30Z', 'in less than a minute'],
  ['2030-01-02T00:01:59Z', 'in 1 minute'],
  ['2029-12-31T23:00:00Z', '1 day ago'],
  ['not a time', 'not a time'],
])('the time %s is shown as %s', (time, shown) => {
  expect(formatRelativeTime(time, now)).toBe(shown)
})

test('a list of 150,000 rows is formatted', () => {
  const rows = Array.from({ length: 150_000 }, () => ['wiki', 'Wiki'])
  const columns = [{ title: 'ID' }, { title: 'NAME', canShrink: true as const }]
  expect(formatCliListForTerminal({ columns, rows, empty: '' }, { width: 80, now })).toHaveLength(
    'ID    NAME'.length + 150_000 * '\nwiki  Wiki'.length,
  )
})
