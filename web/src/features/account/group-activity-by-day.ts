// Lines of the activity under the day on which they happened, by the person's own clock.

export interface ActivityDayGroup<Item> {
  /** The moment that it begins, in milliseconds since 1970. */
  startMs: number
  items: Item[]
}

/** @param items in the order of their time, whichever way */
export function groupActivityByDay<Item extends { at: string }>(items: readonly Item[]): ActivityDayGroup<Item>[] {
  const days: ActivityDayGroup<Item>[] = []
  for (const item of items) {
    const startMs = startOfDay(Date.parse(item.at))
    const last = days.at(-1)
    if (last?.startMs === startMs) last.items.push(item)
    else days.push({ startMs, items: [item] })
  }
  return days
}

/** How many days ago one was: 0 for today. Days are counted on the calendar, as not all of them have 24 hours. */
export function countCalendarDaysBetween(startMs: number, nowMs: number): number {
  return Math.round((startOfDay(nowMs) - startMs) / 86_400_000)
}

function startOfDay(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0)
}
