// Who a rule or a sign-in policy would allow and refuse, before it is saved.
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { Card, PageSection } from '../../../ui/PageSection.tsx'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { translateGroupRuleError } from '../translate-group-rule-error.ts'
import { isGroupRuleFieldEmpty } from './is-group-rule-field-empty.ts'
import { getRehearsalLossElementId, RehearsalResult } from './RehearsalResult.tsx'
import { useGroupRuleRehearsal, useSignInPolicyRehearsal } from './use-rehearsal.ts'
import type { Rehearsal, RehearsalState, RehearsalSubject, GroupRuleDraft, SignInPolicyDraft } from './use-rehearsal.ts'

export function GroupRuleRehearsal(props: GroupRuleDraft) {
  const state = useGroupRuleRehearsal(props)
  const errors = state.rehearsal?.errors ?? []
  const isIncomplete = props.rule === null || errors.some(({ path }) => isGroupRuleFieldEmpty(props.rule, path))
  return <RehearsalPanel subject="rule" state={state} isIncomplete={isIncomplete} />
}

export const SignInPolicyRehearsal = (props: SignInPolicyDraft) => (
  <RehearsalPanel
    subject="policy"
    state={useSignInPolicyRehearsal(props)}
    isIncomplete={props.policy.signInMethods.length === 0}
  />
)

export const GroupRuleLossNotice = (props: GroupRuleDraft) => (
  <LossNotice subject="rule" state={useGroupRuleRehearsal(props)} />
)

export const SignInPolicyLossNotice = (props: SignInPolicyDraft) => (
  <LossNotice subject="policy" state={useSignInPolicyRehearsal(props)} />
)

interface RehearsalProps {
  subject: RehearsalSubject
  state: RehearsalState
}

function RehearsalPanel({ subject, state, isIncomplete }: RehearsalProps & { isIncomplete: boolean }) {
  const t = useTranslations()
  const { rehearsal, problem, isRunning, isIdle, run } = state
  const isFaulty = rehearsal !== null && rehearsal.errors.length > 0
  const result = isFaulty ? null : rehearsal
  if (!problem && result === null && isIncomplete && subject === 'rule') return null
  return (
    <PageSection title={t(`adminRehearsal.${subject}.title`)}>
      <Card className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-5">
        {isIdle && (
          <>
            <p className="max-w-[60ch] text-small text-soft">{t('adminRehearsal.policy.idle')}</p>
            <Button small className="justify-self-start" onClick={run}>
              {t('adminRehearsal.run')}
            </Button>
          </>
        )}
        {!isIdle && problem && <LoadErrorPanel problem={problem} onRetry={run} />}
        {!isIdle && !problem && result === null && (
          <div className="grid gap-1 text-small text-soft">
            {!isRunning && isIncomplete && <p>{t('adminRehearsal.policy.incomplete')}</p>}
            {!isRunning && !isIncomplete && isFaulty && <RuleErrors errors={rehearsal.errors} />}
            {(isRunning || !(isIncomplete || isFaulty)) && <p>{t('adminRehearsal.running')}</p>}
          </div>
        )}
        {result !== null && !problem && (
          // The previous result stays in place, so that nothing jumps.
          <div aria-busy={isRunning} className="grid grid-cols-1 gap-4">
            <RehearsalResult subject={subject} rehearsal={result} />
          </div>
        )}
      </Card>
    </PageSection>
  )
}

const maxNamedErrors = 3

const fieldLabels = { contract: 'contract', under: 'under', atLeast: 'amount', tokenIds: 'tokenIds' } as const

const getErrorSubject = (path: string) =>
  fieldLabels[(/\.(\w+)(?:\[\d+\])?$/.exec(path)?.[1] ?? '') as keyof typeof fieldLabels] ?? 'thisCondition'

function RuleErrors({ errors }: Pick<Rehearsal, 'errors'>) {
  const t = useTranslations()
  const texts = [
    ...new Set(
      errors.map((error) =>
        t('adminGroups.builder.wrongAt', {
          path: t(`adminGroups.builder.${getErrorSubject(error.path)}`),
          message: translateGroupRuleError(t, error),
        }),
      ),
    ),
  ]
  return (
    <>
      <p>{t('adminRehearsal.rule.faulty')}</p>
      <ul className="grid gap-1">
        {texts.slice(0, maxNamedErrors).map((text) => (
          <li key={text} className="[overflow-wrap:anywhere]">
            {text}
          </li>
        ))}
      </ul>
    </>
  )
}

function LossNotice({ subject, state: { rehearsal, isRunning } }: RehearsalProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const lost = rehearsal === null || isRunning ? 0 : rehearsal.newlyRefused
  const text = lost === 0 ? null : t(`adminRehearsal.${subject}.lost`, { count: lost })
  useEffect(() => {
    if (text !== null) announce(text)
  }, [announce, text])
  if (text === null) return null
  return (
    <p className="flex min-w-0 items-start gap-2 font-semibold text-amber">
      <Icon name="attention" className="mt-[0.2em]" />
      <button
        type="button"
        className="min-w-0 text-left underline underline-offset-2 pointer-coarse:min-h-11"
        onClick={() => showLosses(subject)}
      >
        {text}
      </button>
    </p>
  )
}

function showLosses(subject: RehearsalSubject): void {
  const losses = document.getElementById(getRehearsalLossElementId(subject))
  losses?.focus({ preventScroll: true })
  losses?.scrollIntoView({ block: 'start' })
}
