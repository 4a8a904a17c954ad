import { useReducer, useState } from 'react'
import {
  CrossDeviceCodeEndedOutcome,
  CrossDeviceCompletedOutcome,
  CrossDeviceUnsuccessfulOutcome,
} from '../CrossDeviceOutcomePages.tsx'
import { useFocusHeadingOnChange } from '../use-focus-heading-on-change.ts'
import { CrossDeviceApprovalQuestionStep } from './CrossDeviceApprovalQuestionStep.tsx'
import { CrossDeviceApprovalProofStep } from './CrossDeviceApprovalProofStep.tsx'
import { getInitialCrossDeviceApprovalPhase, reduceCrossDeviceApprovalPhase } from './cross-device-approval-reducer.ts'
import type { OpenedCrossDeviceRequest, CrossDeviceApprovalStepProps } from './cross-device-approval-reducer.ts'
import { usePollCrossDeviceRequest } from './use-poll-cross-device-request.ts'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { HttpConnectionProblem } from '../../../api/api-client.ts'
import { Spinner } from '../../sign-in/proof-flow/Spinner.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { PublicPageHeader } from '../../../ui/PublicPageHeader.tsx'
import { getTranslatedProblemMessage } from '../../../ui/get-translated-error-message.ts'
import { useTranslations } from 'use-intl'
import { callApi } from '../../../api/api-client.ts'
import { useSubmitChoiceOnce } from '../../applications/use-submit-choice-once.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { dispatchIfCrossDeviceCodeEnded } from './dispatch-if-cross-device-code-ended.ts'
import { RefuseCrossDeviceRequestButton } from './RefuseCrossDeviceRequestButton.tsx'
import { useNow } from '../../../api/server-synced-clock.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { getDateFormat } from '../../../ui/memoized-intl-formats.ts'
import type { ReactNode } from 'react'
import { describeUserAgent } from '../../../ui/describe-user-agent.ts'
import { Card } from '../../../ui/PageSection.tsx'

interface CrossDeviceApprovalProps {
  asked: OpenedCrossDeviceRequest
  /** Null if unknown. */
  isSignedIn: boolean | null
}

export function CrossDeviceApprovalFlow({ asked, isSignedIn }: CrossDeviceApprovalProps) {
  const [stage, dispatch] = useReducer(reduceCrossDeviceApprovalPhase, asked, getInitialCrossDeviceApprovalPhase)
  const trouble = usePollCrossDeviceRequest(asked, stage, dispatch)
  useFocusHeadingOnChange(stage.at)

  switch (stage.at) {
    case 'asked':
      return <CrossDeviceApprovalQuestionStep asked={asked} isSignedIn={isSignedIn} dispatch={dispatch} />
    case 'pair':
      return <MatchingPairChoice asked={asked} dispatch={dispatch} />
    case 'proving':
      return <CrossDeviceApprovalProofStep asked={asked} dispatch={dispatch} />
    case 'sent':
      return <SignatureSent asked={asked} trouble={trouble} />
    case 'taken':
      return <CodeClaimed asked={asked} until={stage.until} dispatch={dispatch} />
    case 'ended':
      return <CrossDeviceCompletedOutcome outcome="ended" />
    case 'refused':
      return <CrossDeviceCompletedOutcome outcome="refused" />
    case 'failed':
      return <CrossDeviceUnsuccessfulOutcome outcome="failed" />
    case 'wrong-pair':
      return <CrossDeviceUnsuccessfulOutcome outcome="wrongPair" />
    case 'second-device':
      return <CrossDeviceUnsuccessfulOutcome outcome="secondDevice" />
    case 'passed-on':
      return <CrossDeviceUnsuccessfulOutcome outcome="passedOn" />
    case 'code-ended':
      return <CrossDeviceCodeEndedOutcome />
  }
}

interface SignatureSentProps {
  asked: OpenedCrossDeviceRequest
  trouble: ProblemDetails | HttpConnectionProblem | null
}

function SignatureSent({ asked, trouble }: SignatureSentProps) {
  const t = useTranslations()
  return (
    <div className="grid gap-6">
      <PublicPageHeader title={t('answering.handedOver.title')} text={t('answering.handedOver.text')} />
      <OtherBrowser asked={asked} end={<Spinner className="text-seal" />} />
      {/* Announced, because nothing is pressed here. */}
      <div role="status">
        {trouble && (
          <InlineNotice tone="attention" title={getTranslatedProblemMessage(t, trouble).title}>
            <p>{t('signIn.goesOnByItself')}</p>
          </InlineNotice>
        )}
      </div>
    </div>
  )
}

function MatchingPairChoice({ asked, dispatch }: CrossDeviceApprovalStepProps) {
  const t = useTranslations()
  const { code, pairs } = asked
  const { busy, problem, decide } = useSubmitChoiceOnce<'pick'>()
  const [picked, setPicked] = useState<string | null>(null)

  function pick(pair: string) {
    setPicked(pair)
    void decide(
      'pick',
      async () =>
        dispatchIfCrossDeviceCodeEnded(await callApi('chooseCrossDeviceMatch', { body: { code, pair } }), dispatch),
      ({ state }) => dispatch({ type: 'state-received', state, until: null }),
    )
  }

  return (
    <div className="grid gap-6">
      <PublicPageHeader title={t('answering.pair.title')} text={t('answering.pair.text')} />
      {problem && <LoadErrorPanel problem={problem} />}
      <div className="grid grid-cols-3 gap-3">
        {pairs.map((pair) => (
          <Button
            key={pair}
            className="min-h-24 font-mono text-display tracking-widest"
            busyLabel={busy !== null && pair === picked ? pair : undefined}
            onClick={() => busy === null && pick(pair)}
          >
            {pair}
          </Button>
        ))}
      </div>
      <div className="grid gap-2">
        <p className="text-small text-soft">{t('answering.pair.none')}</p>
        <RefuseCrossDeviceRequestButton asked={asked} dispatch={dispatch} />
      </div>
    </div>
  )
}

interface CodeClaimedProps extends CrossDeviceApprovalStepProps {
  /** Null if there is no such session, or it has ended. */
  until: string | null
}

function CodeClaimed({ asked, until, dispatch }: CodeClaimedProps) {
  const { code, purpose } = asked
  const { locale } = usePageLanguage()
  const now = useNow()
  const t = useTranslations()
  const { busy, problem, decide } = useSubmitChoiceOnce<'end'>()
  if (until === null && purpose === 'sign-in') return <CrossDeviceCompletedOutcome outcome="ended" />
  const signedIn =
    until === null ? null : t('answering.taken.signedIn', { time: formatMoment(Date.parse(until), now, locale) })
  const [title, text] =
    purpose === 'sign-in'
      ? [signedIn ?? '', t('answering.taken.endable')]
      : [t(`answering.taken.${purpose}.title`), t(`answering.taken.${purpose}.text`)]
  return (
    <div className="grid gap-6">
      <PublicPageHeader title={title} text={text} />
      <OtherBrowser asked={asked} end={<Icon name="done" className="text-seal" />} />
      {purpose !== 'sign-in' && signedIn !== null && (
        <p className="text-soft">
          {signedIn} {t('answering.taken.endable')}
        </p>
      )}
      {problem && <LoadErrorPanel problem={problem} />}
      {signedIn !== null && (
        <Button
          look="danger"
          busyLabel={busy === null ? undefined : t('answering.ending')}
          onClick={() =>
            void decide(
              'end',
              () => endCrossDeviceSession(code),
              () => dispatch({ type: 'ended' }),
            )
          }
        >
          {t('answering.end')}
        </Button>
      )}
    </div>
  )
}

async function endCrossDeviceSession(code: string) {
  const result = await callApi('endCrossDevice', { body: { code } })
  return !result.ok && result.problem.code === 'cross_device.ended' ? { ok: true as const, answer: undefined } : result
}

function formatMoment(moment: number, now: number, locale: string): string {
  const isToday = new Date(moment).toDateString() === new Date(now).toDateString()
  const day: Intl.DateTimeFormatOptions = isToday ? {} : { day: 'numeric', month: 'short' }
  const form = getDateFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' })
  return form.format(moment).replaceAll(' ', '\u00a0')
}

function OtherBrowser({
  asked: { userAgent, networkPrefix },
  end: endCrossDeviceSession,
}: {
  asked: OpenedCrossDeviceRequest
  end: ReactNode
}) {
  const t = useTranslations()
  return (
    <Card className="flex min-h-16 items-center gap-3 px-4 py-3">
      <div className="min-w-0 grow">
        <p className="font-semibold">{describeUserAgent(t, userAgent, t('applications.device.unknownDevice'))}</p>
        <p className="font-mono text-caption text-soft [overflow-wrap:anywhere]">{networkPrefix}</p>
      </div>
      {endCrossDeviceSession}
    </Card>
  )
}
