// Another site may have tricked the person into signing in (THREATS M17); only the person knows.
import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ApiUntrustedBrowser } from '@countersign/api/api-endpoints'
import { getDisplayableApiProblem } from '../../api/query-client.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../ui/Button.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { NewBrowserRecognitionItem } from './NewBrowserRecognitionItem.tsx'
import {
  useFormatBrowserName,
  useRejectUntrustedBrowsers,
  useUntrustedBrowsers,
  useTrustUntrustedBrowsers,
} from './review-untrusted-browsers-query-hooks.ts'

const maxShown = 4

export function NewBrowserRecognitionPrompts() {
  const t = useTranslations()
  const nameOf = useFormatBrowserName()
  const browsers = useUntrustedBrowsers().data?.items ?? []
  const [ended, setEnded] = useState<readonly ApiUntrustedBrowser[]>([])
  const recognise = useTrustUntrustedBrowsers()
  const disown = useRejectUntrustedBrowsers(setEnded)
  const problem = getDisplayableApiProblem(recognise.error) ?? getDisplayableApiProblem(disown.error)
  const [first] = browsers
  useAnnounceNewBrowsers(browsers)

  return (
    <div className="grid grid-cols-1 gap-3 not-empty:pb-6">
      {ended.length > 0 && <SessionEndedAdvice browsers={ended} onDone={() => (setEnded([]), focusPageHeading())} />}
      {problem && <LoadErrorPanel problem={problem} />}
      {first && (
        <DisclosureLine
          title={
            browsers.length === 1
              ? t('person.newBrowsers.title', { device: nameOf(first) })
              : t('person.newBrowsers.several', { count: browsers.length })
          }
        >
          <BrowserQuestions
            browsers={browsers}
            busyIds={[recognise, disown].flatMap(({ isPending, variables }) =>
              isPending ? variables.map(({ id }) => id) : [],
            )}
            onRecognize={(chosen) => (disown.reset(), recognise.mutate(chosen))}
            onReject={(chosen) => (recognise.reset(), disown.mutate(chosen))}
          />
        </DisclosureLine>
      )}
    </div>
  )
}

function DisclosureLine({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const content = useId()
  return (
    <section className="rounded-sheet border border-amber bg-amber-tint text-small">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? content : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-2 rounded-sheet px-3 py-1 text-left font-semibold text-amber"
      >
        <Icon name="attention" />
        <span className="min-w-0 truncate">{title}</span>
        <Icon name="next" size={16} className={`ml-auto transition-transform ${isOpen ? 'rotate-90' : ''}`} />
      </button>
      {isOpen && (
        <div id={content} className="grid gap-4 px-3 pt-1 pb-3">
          {children}
        </div>
      )}
    </section>
  )
}

interface BrowserQuestionsProps {
  browsers: readonly ApiUntrustedBrowser[]
  busyIds: readonly string[]
  onRecognize: (chosen: readonly ApiUntrustedBrowser[]) => void
  onReject: (chosen: readonly ApiUntrustedBrowser[]) => void
}

function BrowserQuestions({ browsers, busyIds, onRecognize, onReject }: BrowserQuestionsProps) {
  const t = useTranslations()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? browsers : browsers.slice(0, maxShown)
  const left = browsers.length - shown.length
  const busyLabel = busyIds.length > 0 ? t('person.newBrowsers.busy') : undefined
  const mayAnswer = browsers.every(({ answerable }) => answerable)
  return (
    <>
      <ul className="grid gap-4">
        {shown.map((browser) => (
          <NewBrowserRecognitionItem
            key={browser.id}
            browser={browser}
            isOnly={browsers.length === 1}
            isBusy={busyIds.includes(browser.id)}
            onRecognize={() => onRecognize([browser])}
            onReject={() => onReject([browser])}
          />
        ))}
      </ul>
      {left > 0 && (
        <Button small look="bare" className="justify-self-start" onClick={() => setShowsAll(true)}>
          {t('person.newBrowsers.more', { count: left })}
        </Button>
      )}
      {browsers.length > 1 && left === 0 && (
        <div className="flex flex-wrap gap-2 border-t border-amber pt-3">
          {mayAnswer && (
            <Button small busyLabel={busyLabel} onClick={() => onRecognize(browsers)}>
              {t('person.newBrowsers.all')}
            </Button>
          )}
          <Button small look="danger" busyLabel={busyLabel} onClick={() => onReject(browsers)}>
            {t('person.newBrowsers.none')}
          </Button>
        </div>
      )}
      {!mayAnswer && <p>{t('person.newBrowsers.elsewhere')}</p>}
    </>
  )
}

function SessionEndedAdvice({ browsers, onDone }: { browsers: readonly ApiUntrustedBrowser[]; onDone: () => void }) {
  const t = useTranslations()
  const nameOf = useFormatBrowserName()
  const [first] = browsers
  const title =
    browsers.length === 1 && first
      ? t('person.newBrowsers.ended', { device: nameOf(first) })
      : t('person.newBrowsers.allEnded', { count: browsers.length })
  return (
    <InlineNotice tone="verified" title={title}>
      <p>{t('person.newBrowsers.endedText')}</p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        <li>
          <TextLink href={frontEndPagePaths.activity}>{t('person.newBrowsers.checkActivity')}</TextLink>
        </li>
        <li>
          <TextLink href={frontEndPagePaths.applications}>{t('person.newBrowsers.checkApplications')}</TextLink>
        </li>
        <li>
          <TextLink href={frontEndPagePaths.recoveryHelp('stolen-wallet')}>{t('person.newBrowsers.whatElse')}</TextLink>
        </li>
      </ul>
      <Button className="justify-self-start" onClick={onDone}>
        {t('person.newBrowsers.done')}
      </Button>
    </InlineNotice>
  )
}

function useAnnounceNewBrowsers(browsers: readonly ApiUntrustedBrowser[]) {
  const t = useTranslations()
  const nameOf = useFormatBrowserName()
  const announce = useAnnounce()
  const said = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const unsaid = browsers.filter(({ id }) => !said.current.has(id))
    const [first] = unsaid
    if (first === undefined) return
    said.current = new Set([...said.current, ...unsaid.map(({ id }) => id)])
    announce(
      unsaid.length === 1
        ? t('person.newBrowsers.said', { device: nameOf(first) })
        : t('person.newBrowsers.saidSeveral', { count: unsaid.length }),
    )
  }, [browsers, t, nameOf, announce])
}
