// What is asked for, by which browser and from where, before anything is answered: whoever was sent a code by somebody else is told what it
// would mean. Only what is known is said.
import { Band } from '../../../ui/Band.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { deviceWords } from '../../../ui/device-words.ts'
import { LogoOrRosette } from '../../applications/LogoOrRosette.tsx'
import { Unregistered } from '../../applications/Unregistered.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Rosette } from '../../../ui/Rosette.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { siteBranding } from '../../../api/branding.ts'
import { useTranslations } from 'use-intl'
import { Fact } from '../DeviceFacts.tsx'
import { RefuseButton } from './RefuseButton.tsx'
import type { AnsweringPart, Asked } from './stage.ts'
import { targetOf } from './target.ts'
import { useSecondsLeft, writeMinutes } from '../../sign-in/proof/use-seconds-left.ts'

interface AskedQuestionProps extends AnsweringPart {
  /** Whether somebody is signed in here; null where that could not be told. */
  isSignedIn: boolean | null
}

export function AskedQuestion({ asked, isSignedIn, dispatch }: AskedQuestionProps) {
  const t = useTranslations()
  const { purpose, application, isHere } = asked
  const title = t(`answering.title.${purpose}`, {
    to: targetOf(asked),
    where: isHere ? t('answering.here') : t('answering.elsewhere'),
  })
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
          <p>{t(`answering.means.${purpose}`)}</p>
          {purpose === 'sign-in' && (isHere || isSignedIn !== null) && (
            <p className="text-soft">
              {isHere ? t('answering.sameBrowser') : isSignedIn ? t('answering.unchanged') : t('answering.staysOut')}
            </p>
          )}
        </div>
      </Sheet>
      <Notice tone="attention" title={t('answering.sent')}>
        <p>{t('answering.sentText')}</p>
      </Notice>
      <div className="grid gap-2">
        <Button look="main" onClick={() => dispatch({ type: 'go-on' })}>
          {t('answering.goOn')}
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
  const t = useTranslations()
  const { userAgent, networkPrefix, sameNetwork, isKnown, isHere, requestedAt, expiresAt } = asked
  const mark = isHere ? t('answering.thisBrowser') : isKnown ? t('answering.yours') : null
  return (
    <dl className="grid gap-1 border-t border-line px-5 py-4 text-small">
      <Fact label={t('applications.device.from')}>
        <span className="flex flex-wrap items-baseline gap-x-2">
          {deviceWords(t, userAgent, t('applications.device.unknownDevice'))}
          {mark !== null && <Badge>{mark}</Badge>}
        </span>
      </Fact>
      <Fact label={t('applications.device.network')}>
        <span className="font-mono text-caption [overflow-wrap:anywhere]">{networkPrefix}</span>
        {sameNetwork !== null && (
          <span className={sameNetwork ? 'text-soft' : 'font-semibold text-amber'}>
            {' · '}
            {sameNetwork ? t('answering.sameNetwork') : t('answering.otherNetwork')}
          </span>
        )}
      </Fact>
      <Fact label={t('applications.device.when')}>
        <RelativeTime at={requestedAt} />
      </Fact>
      <Fact label={t('answering.left')}>
        <TimeLeft until={expiresAt} />
      </Fact>
    </dl>
  )
}

/** @param until in milliseconds, by this device's clock */
function TimeLeft({ until }: { until: number }) {
  const seconds = useSecondsLeft(until)
  return <span className="tabular-nums">{writeMinutes(seconds)}</span>
}
