// What is asked for, by which browser and from where, before anything is answered: whoever was sent a code by somebody else is told what it
// would mean. Only what is known is said.
import { Band } from '../../../ui/Band.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { deviceWords } from '../../../ui/device-words.ts'
import { LogoOrRosette } from '../../../applications/LogoOrRosette.tsx'
import { Unregistered } from '../../../applications/Unregistered.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Rosette } from '../../../ui/Rosette.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { siteBranding } from '../../../ui/branding.ts'
import { useChapter } from '../../../words/use-words.ts'
import { Fact } from '../DeviceFacts.tsx'
import { RefuseButton } from './RefuseButton.tsx'
import type { AnsweringPart, Asked } from './stage.ts'
import { TimeLeft } from './TimeLeft.tsx'
import { targetOf } from './target.ts'

interface AskedQuestionProps extends AnsweringPart {
  /** Whether somebody is signed in here; null where that could not be told. */
  isSignedIn: boolean | null
}

export function AskedQuestion({ asked, isSignedIn, dispatch }: AskedQuestionProps) {
  const words = useChapter('answering')
  const { purpose, application, isHere } = asked
  const title = words.title[purpose](targetOf(asked), isHere ? words.here : words.elsewhere)
  return (
    <div className="grid gap-5">
      <Sheet className="overflow-hidden">
        <Band className="text-seal opacity-45" />
        <div className="flex items-center gap-4 px-5 pt-4 pb-5">
          {application ? <LogoOrRosette application={application} size={64} /> : <SiteMark />}
          <PageHeading title={title} className="min-w-0 text-title [overflow-wrap:anywhere]" />
        </div>
        <AskedFacts asked={asked} />
        {application && <Unregistered application={application} />}
        <div className="grid gap-1 border-t border-line px-5 py-4 text-small">
          <p>{words.means[purpose]}</p>
          {purpose === 'sign-in' && (isHere || isSignedIn !== null) && (
            <p className="text-soft">{isHere ? words.sameBrowser : isSignedIn ? words.unchanged : words.staysOut}</p>
          )}
        </div>
      </Sheet>
      <Notice tone="attention" title={words.sent}>
        <p>{words.sentText}</p>
      </Notice>
      <div className="grid gap-2">
        <Button look="main" onClick={() => dispatch({ type: 'go-on' })}>
          {words.goOn}
        </Button>
        <RefuseButton asked={asked} dispatch={dispatch} />
      </div>
    </div>
  )
}

/** The site's own logo, where it has one. */
function SiteMark() {
  const mark = siteBranding?.mark ?? null
  if (mark === null) return <Rosette identifier="countersign" size={64} />
  return <img src={mark} alt="" width={64} height={64} className="shrink-0" />
}

function AskedFacts({ asked }: { asked: Asked }) {
  const words = useChapter('answering')
  const device = useChapter('applications').device
  const { userAgent, networkPrefix, sameNetwork, isKnown, isHere, requestedAt, expiresAt } = asked
  const mark = isHere ? words.thisBrowser : isKnown ? words.yours : null
  return (
    <dl className="grid gap-1 border-t border-line px-5 py-4 text-small">
      <Fact label={device.from}>
        <span className="flex flex-wrap items-baseline gap-x-2">
          {deviceWords(device, userAgent)}
          {mark !== null && <Badge>{mark}</Badge>}
        </span>
      </Fact>
      <Fact label={device.network}>
        <span className="font-mono text-caption [overflow-wrap:anywhere]">{networkPrefix}</span>
        {sameNetwork !== null && (
          <span className={sameNetwork ? 'text-soft' : 'font-semibold text-amber'}>
            {' · '}
            {sameNetwork ? words.sameNetwork : words.otherNetwork}
          </span>
        )}
      </Fact>
      <Fact label={device.when}>
        <RelativeTime at={requestedAt} />
      </Fact>
      <Fact label={words.left}>
        <TimeLeft until={expiresAt} />
      </Fact>
    </dl>
  )
}
