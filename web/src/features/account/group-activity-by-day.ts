export interface ActivityDayGroup<Item> {
  /** Start of the day, in milliseconds since 1970. */
  startMs: number
  items: Item[]
}

/** @param items sorted by time, in either direction */
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

/** 0 for today. The result is rounded, because not every day has 24 hours. */
export function countCalendarDaysBetween(startMs: number, nowMs: number): number {
  return Math.round((startOfDay(nowMs) - startMs) / 86_400_000)
}

function startOfDay(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0)
}
