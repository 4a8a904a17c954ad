import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ComposeSignInMessageView } from './ComposeSignInMessageView.tsx'
import { findMessageInspectorExampleInput } from './offered-message-inspector-examples.ts'
import { emptyMessageInspectorInputValues, parseMessageInspectorFragment } from './message-inspector-url-fragment.ts'
import type { MessageInspectorLinkTarget, MessageInspectorInputValues } from './message-inspector-url-fragment.ts'
import { InspectSignInMessageView } from './InspectSignInMessageView.tsx'
import { createComposedSignInMessageDraft } from './composed-sign-in-message-draft.ts'
import type { ReactNode } from 'react'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { DecorativeWaveBorder } from '../../ui/DecorativeWaveBorder.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { BrandLogoAndName } from '../../ui/BrandLogoAndName.tsx'

function resolveInspectorInput(asked: MessageInspectorLinkTarget): MessageInspectorInputValues | null {
  if (asked.kind === 'given') return asked.inspected
  return asked.kind === 'example' ? findMessageInspectorExampleInput(asked.name) : null
}

export function MessageInspectorScreen() {
  const t = useTranslations()
  const [asked, setAsked] = useState(() => parseMessageInspectorFragment(location.hash))
  const [inspected, setInspected] = useState(() => resolveInspectorInput(asked) ?? emptyMessageInspectorInputValues)
  const [draft, setDraft] = useState(() => createComposedSignInMessageDraft(location, Date.now()))
  const [signedWith, setSignedWith] = useState<string | null>(null)
  const isComposing = asked.kind === 'compose'

  useEffect(() => {
    const read = () => {
      const next = parseMessageInspectorFragment(location.hash)
      setAsked(next)
      setInspected((now) => resolveInspectorInput(next) ?? now)
    }
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])

  function change(next: MessageInspectorInputValues) {
    setInspected(next)
    setSignedWith(null)
    setAsked({ kind: 'inspect' })
    if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search)
  }

  function open(text: string, signature: string, wallet: string | null) {
    setInspected({ ...emptyMessageInspectorInputValues, text, signature })
    setSignedWith(wallet)
    location.hash = 'inspect'
  }

  return (
    <InspectorLayout isComposing={isComposing}>
      {isComposing ? (
        <ComposeSignInMessageView draft={draft} onChange={setDraft} onOpen={open} />
      ) : (
        <InspectSignInMessageView
          inspected={inspected}
          isAsked={asked.kind === 'example' || asked.kind === 'given'}
          said={signedWith && t('inspector.composing.signed', { wallet: signedWith })}
          onChange={change}
        />
      )}
    </InspectorLayout>
  )
}

function InspectorLayout({ isComposing, children }: { isComposing: boolean; children: ReactNode }) {
  const t = useTranslations()
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <DecorativeWaveBorder className="text-seal opacity-45" />
      <div className="mx-auto grid w-full max-w-[78rem] content-start gap-6 px-4 py-6 sm:px-6">
        <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="grid gap-1">
            <PageHeading title={t('inspector.title')} className="text-display" />
            <p className="text-lead text-soft">{isComposing ? t('inspector.composing.intro') : t('inspector.intro')}</p>
          </div>
          <nav aria-label={t('inspector.views')} className="flex rounded-control border border-edge bg-sheet">
            <ViewLink hash="#inspect" isCurrent={!isComposing} label={t('inspector.inspect')} />
            <ViewLink hash="#compose" isCurrent={isComposing} label={t('inspector.compose')} />
          </nav>
        </header>
        <main className="grid min-w-0 grid-cols-1 gap-6">{children}</main>
        <p className="text-small text-soft">{t('inspector.local')}</p>
      </div>
      <footer className="flex items-center justify-between gap-4 px-5 py-3 text-soft">
        <a href={frontEndPagePaths.home} className="flex min-h-6 items-center gap-2 rounded-control text-caption">
          <BrandLogoAndName size={20} />
        </a>
        <LanguageSelect />
      </footer>
    </div>
  )
}

function ViewLink({ hash, isCurrent, label }: { hash: string; isCurrent: boolean; label: string }) {
  const look = isCurrent ? 'bg-seal text-on-seal' : 'text-ink hover:bg-sunk'
  return (
    <a
      href={hash}
      aria-current={isCurrent ? 'page' : undefined}
      className={`min-h-11 rounded-control px-5 py-2 font-semibold transition-colors ${look}`}
    >
      {label}
    </a>
  )
}
