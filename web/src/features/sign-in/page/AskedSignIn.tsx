// The sign-in page where an application asks for it: which one, where it leads, and the way back.
import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import { LogoOrRosette } from '../../applications/LogoOrRosette.tsx'
import { shownName } from '../../applications/shown-name.ts'
import { Unusable } from '../../applications/Unusable.tsx'
import { useAccents } from '../../applications/use-accents.ts'
import { useDecision } from '../../applications/use-decision.ts'
import { useReading } from '../../applications/use-reading.ts'
import { leaveFor, reloadWhenRestored } from '../../../api/leave.ts'
import { paths } from '../../../api/paths.ts'
import { callForSignIn } from '../../../api/sign-in-api.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { problemWords } from '../../../ui/problem-words.ts'
import { shortAddress } from '../../../ui/address-form.ts'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../i18n/use-language.ts'
import { Frame } from './Frame.tsx'
import { NotAllowed } from './NotAllowed.tsx'
import type { Asked } from './SignInStage.tsx'
import { cleanText } from '../../../ui/clean-text.ts'

type Interaction = CallAnswer<'readInteraction'>

/**
 * @param id of the application's sign-in
 * @param children draws the page itself, with what the application adds to it
 */
export function AskedSignIn({ id, children }: { id: string; children: (asked: Asked) => ReactNode }) {
  const t = useTranslations()
  const [reading, again] = useReading(
    useCallback((signal: AbortSignal) => callForSignIn('readInteraction', { params: { id }, signal }), [id]),
  )
  const [isOther, setIsOther] = useState(false)
  useEffect(reloadWhenRestored, [])
  const interaction = reading.at === 'read' ? reading.answer : null
  useAccents(interaction?.accents)
  if (reading.at === 'refused') {
    return (
      <Unusable problem={reading.problem} onRetry={again}>
        <ButtonLink look="bare" href={paths.front}>
          {t('interaction.front')}
        </ButtonLink>
      </Unusable>
    )
  }
  if (interaction?.lacksGroups && !isOther) {
    return (
      <Frame head={<AskedHead interaction={interaction} />}>
        <NotAllowed interaction={interaction} onOther={() => setIsOther(true)} />
      </Frame>
    )
  }
  // Asked again, it says itself why; the page then shows that and nothing else.
  return children(readAsked(interaction, again))
}

/** What the page shows of what an application asks; null as long as that is not known. */
export function readAsked(interaction: Interaction | null, onOver: () => void): Asked {
  const application = interaction && shownName(interaction.application)
  return {
    application,
    isHeld: interaction === null,
    wanted: interaction?.wanted ?? 'any',
    onOver,
    head: <AskedHead interaction={interaction} />,
    foot: interaction && <WayBack id={interaction.id} application={shownName(interaction.application)} />,
  }
}

/** What is shown until the interaction is known is as high as what comes, so that nothing moves when it does. */
function AskedHead({ interaction }: { interaction: Interaction | null }) {
  const t = useTranslations()
  const name = interaction && shownName(interaction.application)
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-4">
        {interaction ? (
          <LogoOrRosette application={interaction.application} size={64} />
        ) : (
          <span className="size-16 rounded-full bg-sunk" />
        )}
        <div className="min-w-0 flex-1">
          <Head
            translate="no"
            title={t('signIn.title')}
            text={name ? t('interaction.to', { application: name }) : t('interaction.reading')}
          />
        </div>
      </div>
      {interaction ? (
        <p translate="no" className="text-small text-soft [overflow-wrap:anywhere]">
          {t('interaction.destination', { destination: interaction.destination })}
        </p>
      ) : (
        <span className="h-[1.45em] w-3/5 rounded-control bg-sunk text-small" />
      )}
      {interaction && (interaction.accepts !== null || interaction.wanted !== 'any') && (
        <Demand interaction={interaction} />
      )}
      {name && interaction.expectedAddress !== null && (
        <Notice
          title={t('interaction.expected', { application: name, address: shortAddress(interaction.expectedAddress) })}
        />
      )}
    </div>
  )
}

/** Ends the application's sign-in: it is told only that. */
function WayBack({ id, application }: { id: string; application: string }) {
  const t = useTranslations()
  const { busy, problem, decide } = useDecision<'deny'>()
  const failure = problem && problemWords(t, problem)
  return (
    <div className="grid gap-3">
      {failure && <Notice tone="failure" title={`${failure.title} ${failure.action}`} />}
      <Button
        look="bare"
        className="justify-self-center"
        busyLabel={busy ? t('interaction.denying') : undefined}
        onClick={() =>
          decide(
            'deny',
            () => callForSignIn('deny', { params: { id } }),
            ({ next }) => leaveFor(next),
          )
        }
      >
        {t('interaction.deny', { application })}
      </Button>
    </div>
  )
}

function Demand({ interaction: { application, wanted, accepts } }: { interaction: CallAnswer<'readInteraction'> }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const name = shownName(application)
  if (accepts === null) {
    return (
      <Notice
        title={
          wanted === 'passkey'
            ? t('demand.wantsPasskey', { application: name })
            : t('demand.wantsWallet', { application: name })
        }
      >
        <p>{t('demand.wantsOther')}</p>
      </Notice>
    )
  }
  const ways = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    accepts.ways.map((way) => t(`demand.ways.${way}`)),
  )
  const chains = accepts.chains.map((chain) => cleanText(chain, 64)).join(', ')
  return (
    <Notice title={t('demand.accepts', { application: name })}>
      <p>{chains === '' ? t('demand.sufficient', { ways }) : t('demand.sufficientOnChains', { ways, chains })}</p>
    </Notice>
  )
}
