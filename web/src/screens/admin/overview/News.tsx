// What needs somebody, before anything else: a sentence each, and the one place where something can be done about it.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { adminPaths, chainsPart } from '../../../admin-paths.ts'
import { cleanText } from '../../../ui/clean-text.ts'
import { useNow } from '../../../ui/clock.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import type { Chapters } from '../../../words/shape.ts'
import { useChapter } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { useAdminQuery } from '../queries.ts'
import { ChartSection } from './ChartSection.tsx'
import { useNumber } from './use-number.ts'

type Item = AdminAnswer<'readNews'>['items'][number]

/** It is asked again as often. */
const watchMs = 60_000
const dayMs = 86_400_000

export function News() {
  const words = useChapter('adminOverview').news
  const news = useAdminQuery('readNews', undefined, { everyMs: watchMs })
  const number = useNumber()
  const now = useNow()
  const items = news.data?.items
  return (
    <ChartSection title={words.title}>
      {/* One line high from the first paint, whatever comes. */}
      <Sheet className={`min-h-12 ${news.isPending && news.failureCount === 0 ? 'on-its-way' : ''}`}>
        {items === undefined || items.length === 0 ? (
          <p className="flex min-h-12 items-center gap-2 px-4 text-small text-soft sm:px-5">
            {news.error ? words.unread : items && <Calm text={words.nothing} />}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <li
                key={
                  'id' in item
                    ? `${item.kind} ${item.id}`
                    : 'algorithm' in item
                      ? `${item.kind} ${item.algorithm}`
                      : item.kind
                }
                className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2 text-small sm:px-5"
              >
                <span className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
                  <span className="border-l-2 border-amber pl-2.5 font-semibold">
                    {sayNews(words, item, { number, now })}
                  </span>
                  {item.kind === 'backup' && (
                    <span className="pl-3 text-caption text-soft">
                      {words.backupCommand} <code className="font-mono">npx countersign backup FILE</code>
                    </span>
                  )}
                </span>
                {/* Where none was ever made there are no earlier ones; the command is what can be done. */}
                {!(item.kind === 'backup' && item.lastAt === null) && (
                  <AdminLink href={placeOf(item)}>{words.actions[item.kind]}</AdminLink>
                )}
              </li>
            ))}
          </ul>
        )}
      </Sheet>
    </ChartSection>
  )
}

function Calm({ text }: { text: string }) {
  return (
    <>
      <span aria-hidden="true" className="text-seal">
        <Icon name="done" size={16} />
      </span>
      {text}
    </>
  )
}

function sayNews(
  words: Chapters['adminOverview']['news'],
  item: Item,
  { number, now }: { number: (value: number) => string; now: number },
): string {
  switch (item.kind) {
    case 'logouts': {
      const { count, isMore, application } = item
      const name = application === null ? null : cleanText(application.name ?? application.id, 64)
      return words.logouts(isMore ? words.orMore(number(count)) : number(count), count === 1, name)
    }
    case 'chain':
      return words.chain(cleanText(item.name, 64), item.sessions)
    case 'key':
      return words.key(cleanText(item.algorithm, 20), item.isOver)
    case 'refusals':
      return words.refusals(number(item.count), number(item.usual))
    case 'mails':
      return words.mails(item.isMore ? words.orMore(number(item.count)) : number(item.count), item.count === 1)
    case 'held':
      return words.held(number(item.count), item.count === 1)
    case 'introspection':
      return words.introspection(cleanText(item.name, 64), item.isOwn)
    case 'backup':
      return item.lastAt === null
        ? words.noBackup
        : words.oldBackup(number(Math.floor((now - Date.parse(item.lastAt)) / dayMs)))
  }
}

function placeOf(item: Item): string {
  switch (item.kind) {
    case 'logouts':
      return adminPaths.activity({ type: 'logout.failed', application: item.application?.id, from: item.from })
    case 'chain':
      return `${adminPaths.settings}#${chainsPart}`
    case 'key':
      return adminPaths.settings
    case 'refusals':
      return adminPaths.activity({ type: 'sign-in.refused', from: item.from, by: 'network' })
    case 'mails':
      return adminPaths.activity({ type: 'mail.failed', from: item.from })
    case 'held':
      return adminPaths.activity({ type: 'wallet.held' })
    case 'introspection':
      return adminPaths.application(item.id)
    case 'backup':
      return adminPaths.activity({ type: 'backup.made' })
  }
}
