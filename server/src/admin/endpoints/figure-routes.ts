// HTTP for the figures of the overview.
import { registerAdminCall } from '../authorization/admin-call.ts'
import type { App } from '../../platform/call.ts'
import { formatTime } from '../../platform/clock.ts'
import type { ReadList } from '../../platform/database/replica.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readHappened, readKeys, readPresent } from './figures.ts'
import type { Range } from './figures.ts'
import { readNews } from './news.ts'
import { readerFor } from './read-list.ts'

const dayMs = 86_400_000
const usualDays = 30
const mostDays = 400

/** For so long what there is now is not counted again: of many people that takes its time, and who watches asks every few seconds. */
const presentMs = 5000

export function registerFigures(app: App): void {
  const { database, settings, clock } = app
  const { queries } = database
  let present: { at: number; read: ReturnType<typeof readPresent> } | null = null
  const readPresentSometimes = (read: ReadList, now: number): ReturnType<typeof readPresent> => {
    if (present === null || now - present.at >= presentMs || now < present.at) {
      const reading = read(({ queries }) => readPresent(queries, settings.chains, now))
      present = { at: now, read: reading }
      // What failed is not remembered.
      reading.catch(() => (present = null))
    }
    return present.read
  }

  registerAdminCall(app, 'readNews', async ({ reply }) => {
    const now = clock()
    await app.settleLog()
    const { backed_up_at: backedUpAt } = await queries
      .selectFrom('setup')
      .select('backed_up_at')
      .executeTakeFirstOrThrow()
    const keys = await readKeys(queries, settings.limits.signingKeyLifeSeconds, now)
    return {
      items: await readNews(
        { queries, present: await readPresentSometimes(readerFor(app, reply), now), keys, backedUpAt },
        now,
      ),
    }
  })

  registerAdminCall(app, 'readFigures', async ({ query, reply }) => {
    const read = readerFor(app, reply)
    const now = clock()
    const range = readRange(query, now)
    await app.settleLog()
    const { failedLogouts, ...happened } = await read(({ queries }) => readHappened(queries, range))
    const { waitingLogouts, ...there } = await readPresentSometimes(read, now)
    const { backed_up_at: backup } = await queries.selectFrom('setup').select('backed_up_at').executeTakeFirstOrThrow()
    return {
      ...range,
      ...happened,
      ...there,
      keys: await readKeys(queries, settings.limits.signingKeyLifeSeconds, now),
      backup: { lastAt: backup === null ? null : formatTime(backup) },
      logouts: { waiting: waitingLogouts, failed: failedLogouts },
    }
  })
}

/** The days that are asked for; the last thirty where nothing is said. */
function readRange({ from, to }: { from?: string; to?: string }, now: number): Range {
  const end = to === undefined ? now : readDay(to)
  const begin = from === undefined ? end - (usualDays - 1) * dayMs : readDay(from)
  const range = { from: dayOf(begin), to: dayOf(end) }
  if (begin > end || end - begin >= mostDays * dayMs)
    throw new Refusal('request.invalid', { privateDetail: `not a range of at most ${mostDays} days` })
  return range
}

const dayOf = (time: number): string => formatTime(time).slice(0, 10)

function readDay(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time) || dayOf(time) !== text) throw new Refusal('request.invalid', { privateDetail: 'no day' })
  return time
}
