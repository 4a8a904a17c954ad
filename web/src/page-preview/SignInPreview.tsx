// The sign-in page as it will be with what a form has now, before that is saved: the page itself, drawn by what draws it at /sign-in, in both modes, as a
// phone or a computer shows it.
import { useId, useMemo, useState } from 'react'
import { deriveAccent, isColour } from '@countersign/api/accent'
import type { Mode } from '@countersign/api/accent'
import type { SiteBranding } from '@countersign/api/branding'
import type { CallAnswer } from '@countersign/api/calls'
import { readAsked } from '../screens/sign-in/AskedSignIn.tsx'
import { SignInPage } from '../screens/sign-in/Page.tsx'
import { Announcer } from '../ui/Announcer.tsx'
import { accentRules } from '../ui/branding.ts'
import { useTranslations } from 'use-intl'
import { LanguageContext, useLanguage } from '../i18n/use-language.ts'
import { FramedPage } from './FramedPage.tsx'
import { sampleSignIn } from './sample-sign-in.ts'

const modes = ['light', 'dark'] as const
const devices = {
  phone: {
    width: 390,
    height: 844,
    isTouched: true,
    columns: 'grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),18rem))]',
  },
  computer: {
    width: 1280,
    height: 800,
    isTouched: false,
    columns: 'grid-cols-[repeat(auto-fit,minmax(min(100%,26rem),1fr))]',
  },
} as const

/** The colours that somebody has typed; what is none yet counts for nothing. */
export const accentsOf = (colours: Readonly<Record<Mode, string>>): SiteBranding['accents'] => {
  const [light = null, dark = null] = modes.map((mode) =>
    isColour(colours[mode]) ? deriveAccent(mode, colours[mode]) : null,
  )
  return { light, dark }
}

interface SignInPreviewProps {
  /** How the site presents itself; nothing for as it is now. */
  site?: SiteBranding
  /** What an application asks; nothing for whoever comes by themselves. */
  asks?: CallAnswer<'readInteraction'>
}

export function SignInPreview({ site: draft, asks }: SignInPreviewProps) {
  const language = useLanguage()
  const t = useTranslations()
  const [device, setDevice] = useState<keyof typeof devices>('phone')
  const group = useId()
  const running = useMemo(() => sampleSignIn([t('pagePreview.wallet'), t('pagePreview.otherWallet')]), [t])
  const site = draft ?? language.site
  const accents = [site, asks].map((one) => (one ? accentRules(one.accents) : '')).join('\n')
  return (
    <figure className="grid gap-2">
      <figcaption className="font-semibold">{t('pagePreview.title')}</figcaption>
      <fieldset className="flex flex-wrap gap-x-4">
        <legend className="sr-only">{t('pagePreview.device')}</legend>
        {(['phone', 'computer'] as const).map((name) => (
          <label key={name} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              name={group}
              checked={name === device}
              onChange={() => setDevice(name)}
              className="size-4 shrink-0 accent-seal"
            />
            {t(`pagePreview.${name}`)}
          </label>
        ))}
      </fieldset>
      <div className={`grid gap-4 ${devices[device].columns}`}>
        {modes.map((mode) => (
          <div key={mode} className="grid content-start gap-1">
            <p className="text-caption text-soft">{t(`pagePreview.${mode}`)}</p>
            <FramedPage title={t(`pagePreview.${mode}`)} mode={mode} device={devices[device]} accents={accents}>
              {/* What the page says aloud and how the site is called there stay inside. */}
              <LanguageContext value={{ ...language, site }}>
                <Announcer>
                  <SignInPage running={running} asked={asks ? readAsked(asks, () => undefined) : null} />
                </Announcer>
              </LanguageContext>
            </FramedPage>
          </div>
        ))}
      </div>
    </figure>
  )
}
