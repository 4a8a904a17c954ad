const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const formatter = new Intl.RelativeTimeFormat('en')

/** Example: `3 hours ago`, `in 2 days`. `time` is in RFC 3339; a text that is not a time is returned as is. */
export function formatRelativeTime(time: string, now: number): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000)
  if (Number.isNaN(seconds)) return time
  const found = units.find(([, size]) => Math.abs(seconds) >= size)
  if (found === undefined) return seconds > 0 ? 'in less than a minute' : 'just now'
  return formatter.format(Math.trunc(seconds / found[1]), found[0])
}
