import { useId, useMemo, useState, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { deriveAccentColors, isHexColor } from '@countersign/api/accent-colors'
import type { ColorMode } from '@countersign/api/accent-colors'
import type { SiteBranding } from '@countersign/api/site-branding-types'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { toApplicationSignInRenderProps } from '../../sign-in/page/ApplicationSignInPage.tsx'
import { SignInPage } from '../../sign-in/page/SignInPage.tsx'
import { ScreenReaderAnnouncer } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { buildAccentColorCss } from '../../../api/apply-site-branding.ts'
import { useTranslations } from 'use-intl'
import { PageLanguageContext, usePageLanguage } from '../../../i18n/page-language-context.ts'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { readDocumentCssRules, adaptCssRulesForPreview } from './adapt-css-rules-for-preview.ts'
import type { RunningBrowserSignIn } from '../../sign-in/page/start-wallet-and-passkey-sign-in.ts'
import type { DiscoveredWallet } from '../../sign-in/wallet/discovered-wallet.ts'
import { createInitialWalletProofState } from '../../sign-in/wallet/wallet-proof-state.ts'

const doNothing = (): void => undefined
const subscribeToNothing = () => doNothing

function createSampleSignIn(names: readonly string[]): RunningBrowserSignIn {
  const provider: DiscoveredWallet['provider'] = {
    request: () => Promise.reject(new Error('A sample is asked nothing.')),
  }
  const found = {
    wallets: names.map((name) => ({
      id: name,
      name,
      rdns: null,
      icon: null,
      disambiguation: null,
      key: name,
      provider,
    })),
    settled: true,
    recentId: null,
    recentKey: null,
    awaitedName: null,
    missing: null,
    isIncomplete: false,
    isReady: true,
  }
  const state = {
    ...createInitialWalletProofState(0, { for: 'sign-in' }, { isVisible: true, isOnline: true }),
    phase: { at: 'choosing' },
  } as const
  const ready = { at: 'ready' } as const
  return {
    discovery: {
      subscribe: subscribeToNothing,
      getSnapshot: () => found,
      findWallet: () => undefined,
      acceptNamespaces: doNothing,
      rediscover: doNothing,
      stop: doNothing,
    },
    proof: { subscribe: subscribeToNothing, getSnapshot: () => state, send: doNothing, stop: doNothing },
    passkey: {
      subscribe: subscribeToNothing,
      getSnapshot: () => ready,
      start: doNothing,
      startAutofill: subscribeToNothing,
      cancelForWallet: () => false,
      completeSignIn: doNothing,
      proceed: doNothing,
    },
    crossDeviceOptions: null,
    stop: doNothing,
    onInteractionOver: subscribeToNothing,
  }
}

const modes = ['light', 'dark'] as const
const devices = {
  phone: { width: 390, height: 844, isTouched: true, maxWidth: 'sm:max-w-72' },
  computer: { width: 1280, height: 800, isTouched: false, maxWidth: 'max-w-[52rem]' },
} as const
const deviceNames = ['phone', 'computer'] as const

const darkMode = matchMedia('(prefers-color-scheme: dark)')
const getPageMode = (): ColorMode => (darkMode.matches ? 'dark' : 'light')
const subscribeToPageMode = (onChange: () => void) => {
  darkMode.addEventListener('change', onChange)
  return () => darkMode.removeEventListener('change', onChange)
}

export const deriveDraftAccentColors = (colors: Readonly<Record<ColorMode, string>>): SiteBranding['accents'] => {
  const [light = null, dark = null] = modes.map((mode) =>
    isHexColor(colors[mode]) ? deriveAccentColors(mode, colors[mode]) : null,
  )
  return { light, dark }
}

interface SignInPreviewProps {
  site?: SiteBranding
  asks?: ApiEndpointOutput<'readInteraction'>
}

export function SignInPagePreview({ site: draft, asks }: SignInPreviewProps) {
  const language = usePageLanguage()
  const t = useTranslations()
  const [device, setDevice] = useState<keyof typeof devices>('phone')
  const [chosenMode, setMode] = useState<ColorMode | null>(null)
  const pageMode = useSyncExternalStore(subscribeToPageMode, getPageMode)
  const mode = chosenMode ?? pageMode
  const running = useMemo(() => createSampleSignIn([t('pagePreview.wallet'), t('pagePreview.otherWallet')]), [t])
  const site = draft ?? language.site
  const accents = [site, asks].map((one) => (one ? buildAccentColorCss(one.accents) : '')).join('\n')
  return (
    <figure
      className={`grid grid-cols-1 content-start gap-2 ${device === 'computer' ? 'col-span-full' : draft === undefined ? '' : 'lg:col-start-2 lg:row-start-1 lg:row-span-2'}`}
    >
      <figcaption className="font-semibold">{t('pagePreview.title')}</figcaption>
      <Choice
        legend={t('pagePreview.mode')}
        choices={modes}
        chosen={mode}
        label={(name) => t(`pagePreview.${name}`)}
        onChoose={setMode}
      />
      <Choice
        legend={t('pagePreview.device')}
        choices={deviceNames}
        chosen={device}
        label={(name) => t(`pagePreview.${name}`)}
        onChoose={setDevice}
      />
      <div className={devices[device].maxWidth}>
        <FramedPage title={t('pagePreview.title')} mode={mode} device={devices[device]} accents={accents}>
          {/* Announcements and branding stay inside the preview. */}
          <PageLanguageContext value={{ ...language, site }}>
            <ScreenReaderAnnouncer>
              <SignInPage
                running={running}
                applicationRequest={asks ? toApplicationSignInRenderProps(asks, () => undefined) : null}
              />
            </ScreenReaderAnnouncer>
          </PageLanguageContext>
        </FramedPage>
      </div>
    </figure>
  )
}

interface ChoiceProps<Name extends string> {
  legend: string
  choices: readonly Name[]
  chosen: Name
  label: (name: Name) => string
  onChoose: (name: Name) => void
}

function Choice<Name extends string>({ legend, choices, chosen, label, onChoose }: ChoiceProps<Name>) {
  const group = useId()
  return (
    <fieldset className="grid max-w-72 grid-cols-2 gap-x-4">
      <legend className="sr-only">{legend}</legend>
      {choices.map((name) => (
        <label key={name} className="flex min-h-9 items-center gap-2 text-small pointer-coarse:min-h-11">
          <input
            type="radio"
            name={group}
            checked={name === chosen}
            onChange={() => onChoose(name)}
            className="size-4 shrink-0 accent-seal"
          />
          {label(name)}
        </label>
      ))}
    </fieldset>
  )
}

interface PreviewDevice {
  readonly width: number
  readonly height: number
  readonly isTouched: boolean
}

interface FramedPageProps {
  title: string
  mode: ColorMode
  device: PreviewDevice
  accents: string
  children: ReactNode
}

function FramedPage({ title, mode, device: { width, height, isTouched }, accents, children }: FramedPageProps) {
  const { language } = usePageLanguage()
  const frame = useRef<HTMLIFrameElement>(null)
  // Some browsers replace the initial document after loading.
  const [inside, setInside] = useState<Document | null>(null)

  useLayoutEffect(() => {
    const { current } = frame
    if (!current?.parentElement) return
    setInside(current.contentDocument)
    const observer = new ResizeObserver(([place]) => {
      if (place) current.style.scale = String(place.contentRect.width / width)
    })
    observer.observe(current.parentElement)
    return () => observer.disconnect()
  }, [width])

  useLayoutEffect(() => {
    const rules = `${readDocumentCssRules(document)}\n${accents}\n:root{color-scheme:${mode};overflow:hidden}`
    if (inside) applyPageStyles(inside, language, adaptCssRulesForPreview(mode, isTouched, rules))
  }, [inside, language, mode, isTouched, accents])

  return (
    <div className="overflow-hidden rounded-sheet border border-line" style={{ aspectRatio: `${width} / ${height}` }}>
      <iframe
        inert
        // The frame has no scripts and no navigation; React renders into it from outside.
        sandbox="allow-same-origin"
        title={title}
        ref={frame}
        onLoad={({ currentTarget }) => setInside(currentTarget.contentDocument)}
        style={{ width, height }}
        className="max-w-none origin-top-left"
      />
      {inside && createPortal(children, inside.body)}
    </div>
  )
}

function applyPageStyles(inside: Document, language: string, rules: string): void {
  // A constructed style sheet works only in the window whose constructor created it.
  const view = inside.defaultView
  if (!view) return
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(rules)
  inside.adoptedStyleSheets = [sheet]
  inside.documentElement.lang = language
}
