// What a test login came to: what the application asked for, and what it would have been told, each claim with a word on it. The tokens
// themselves have ended by the time that this page is shown, and never were in the browser.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { adminPaths } from '../../../admin-paths.ts'
import { shownName } from '../../../applications/shown-name.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { dayAndTime } from '../../../ui/relative-time.ts'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { Fact, Facts } from '../Facts.tsx'
import { useAdminQuery } from '../queries.ts'
import { usePathId } from '../use-address.ts'
import { Claims } from './Claims.tsx'

type Tried = AdminAnswer<'readTry'>

export function TryScreen() {
  const words = useChapter('adminTries')
  const id = usePathId()
  const tried = useAdminQuery('readTry', { params: { id } })
  const { data } = tried
  const application = useAdminQuery(
    'readApplication',
    { params: { application: data?.application ?? '' } },
    { enabled: data !== undefined },
  )
  const name = application.data ? shownName(application.data) : (data?.application ?? '')
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid justify-items-start gap-2">
        <AdminLink href={data ? adminPaths.application(data.application) : adminPaths.applications()}>
          {words.back(name)}
        </AdminLink>
        <PageHeading
          className="min-w-0 text-title [overflow-wrap:anywhere]"
          title={data ? words.title(name) : words.heading}
        />
      </div>
      {tried.error && <ErrorState problem={tried.error.problem} onRetry={() => void tried.refetch()} />}
      {data ? <Outcome id={id} tried={data} /> : !tried.error && <SkeletonRows rows={6} />}
    </div>
  )
}

function Outcome({ id, tried }: { id: string; tried: Tried }) {
  const words = useChapter('adminTries')
  const { state, idToken, accessToken, userinfo } = tried
  return (
    <>
      {state === 'waiting' && <Waiting id={id} />}
      {state === 'refused' && <Refused tried={tried} />}
      {state === 'done' && (
        <Notice tone="verified" title={words.done.title}>
          <p>{words.done.text}</p>
        </Notice>
      )}
      <Request tried={tried} />
      {idToken && (
        <Section title={words.idToken.title}>
          <Claims label={words.idToken.title} claims={idToken.claims} meanings={words.claims}>
            <p className="max-w-[60ch] text-soft">{words.idToken.text}</p>
          </Claims>
          <Claims
            label={words.idToken.header}
            claims={idToken.header}
            meanings={{ alg: words.idToken.algorithm, kid: words.idToken.key, typ: words.idToken.type }}
          >
            <h3 className="font-semibold">{words.idToken.header}</h3>
          </Claims>
        </Section>
      )}
      {state === 'done' && (
        <Section title={words.userinfo.title}>
          {userinfo ? (
            <Claims label={words.userinfo.title} claims={userinfo} meanings={words.claims}>
              <p className="max-w-[60ch] text-soft">{words.userinfo.text}</p>
            </Claims>
          ) : (
            <p>{words.userinfo.failed}</p>
          )}
        </Section>
      )}
      {accessToken && (
        <Section title={words.accessToken.title}>
          <p className="max-w-[60ch] text-soft">
            {words.accessToken.text(words.minutes(Math.round(accessToken.expiresIn / 60)))}
          </p>
        </Section>
      )}
    </>
  )
}

/** Looks again and again: the sign-in goes on in another tab. */
function Waiting({ id }: { id: string }) {
  const { waiting } = useChapter('adminTries')
  useAdminQuery('readTry', { params: { id } }, { everyMs: 2000 })
  return (
    <Notice title={waiting.title}>
      <p>{waiting.text}</p>
    </Notice>
  )
}

function Refused({ tried: { error } }: { tried: Tried }) {
  const words = useChapter('adminTries')
  const code = error?.error ?? ''
  const { title, text } = isKnown(words.refusals, code) ? words.refusals[code] : words.otherRefusal
  return (
    <Notice tone="failure" title={title}>
      <p>{text}</p>
      <p>
        {words.told}:{' '}
        <code className="font-mono [overflow-wrap:anywhere]">
          {error?.description == null ? code : `${code} – ${error.description}`}
        </code>
      </p>
    </Notice>
  )
}

const isKnown = <Known extends object>(known: Known, name: string): name is Extract<keyof Known, string> =>
  Object.hasOwn(known, name)

function Request({ tried: { application, asked, scopes, state, expiresAt } }: { tried: Tried }) {
  const { facts, again } = useChapter('adminTries')
  const { locale } = useSpeech()
  const list = (names: readonly string[]) =>
    names.length === 0 ? facts.none : <code className="font-mono text-small">{names.join(' ')}</code>
  return (
    <Section title={facts.title}>
      <Sheet className="px-4 py-4 sm:px-5">
        <Facts>
          <Fact label={facts.application}>
            <code className="font-mono text-small [overflow-wrap:anywhere] select-all">{application}</code>
          </Fact>
          <Fact label={facts.asked}>{list(asked)}</Fact>
          {state === 'done' && <Fact label={facts.given}>{list(scopes)}</Fact>}
          <Fact label={facts.expires}>
            <time dateTime={expiresAt}>{dayAndTime(Date.parse(expiresAt), locale)}</time>
            <span className="block text-caption text-soft">{facts.expiresText}</span>
          </Fact>
        </Facts>
        <p className="mt-4">
          <AdminLink href={adminPaths.application(application, 'connect')}>{again}</AdminLink>
        </p>
      </Sheet>
    </Section>
  )
}
