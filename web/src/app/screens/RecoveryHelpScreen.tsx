// Public, because people who lost access cannot sign in to read it.
import { useEffect, useRef } from 'react'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { PublicPageHeader } from '../../ui/PublicPageHeader.tsx'
import { PublicPageLayout } from '../../ui/PublicPageLayout.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { translateMessageList } from '../../i18n/ui-translation-functions.ts'
import { useSignInMethodCounts } from './use-sign-in-method-counts.ts'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import type { SignInMethodCounts } from './use-sign-in-method-counts.ts'

const recoveryCases = ['device', 'wallet', 'passkey', 'stolen-wallet', 'signature', 'everything'] as const

export function RecoveryHelpScreen() {
  const t = useTranslations()
  const ways = useSignInMethodCounts()
  return (
    <PublicPageLayout>
      <div className="grid gap-8">
        <PublicPageHeader title={t('lost.title')} text={t('lost.intro', { site: location.host })} />
        <PageSection title={t('lost.before.title')}>
          <ul className="grid list-disc gap-2 pl-5">
            {translateMessageList(t, 'lost.before.list').map((advice) => (
              <li key={advice}>{advice}</li>
            ))}
          </ul>
        </PageSection>
        <PageSection title={t('lost.casesTitle')}>
          <div className="grid divide-y divide-line border-y border-line">
            {recoveryCases.map((matter) => (
              <RecoveryCase key={matter} matter={matter} />
            ))}
          </div>
        </PageSection>
        {/* Last, because it loads late and must not shift the page. */}
        <SignInMethodSummary ways={ways} />
        <p className="text-small">
          {ways === null ? (
            <TextLink href={frontEndPagePaths.signIn()}>{t('lost.signInPage')}</TextLink>
          ) : (
            <TextLink href={frontEndPagePaths.account}>{t('lost.account')}</TextLink>
          )}
        </p>
      </div>
    </PublicPageLayout>
  )
}

function RecoveryCase({ matter }: { matter: (typeof recoveryCases)[number] }) {
  const t = useTranslations()
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const openIfNamed = () => {
      if (location.hash !== `#${matter}` || !details.current) return
      details.current.open = true
      details.current.scrollIntoView({ block: 'center' })
    }
    openIfNamed()
    addEventListener('hashchange', openIfNamed)
    return () => removeEventListener('hashchange', openIfNamed)
  }, [matter])

  return (
    <details ref={details} id={matter} className="group py-1">
      <summary className="flex min-h-11 items-center justify-between gap-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <h3 className="font-sans text-body font-semibold">{t(`lost.cases.${matter}.title`)}</h3>
        <span
          aria-hidden="true"
          className="text-title leading-none text-soft transition-transform group-open:rotate-45"
        >
          +
        </span>
      </summary>
      <div className="grid gap-3 pb-4">
        {translateMessageList(t, `lost.cases.${matter}.text`).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </details>
  )
}

function SignInMethodSummary({ ways }: { ways: SignInMethodCounts | null }) {
  const t = useTranslations()
  if (ways === null) return null
  const { wallets, passkeys } = ways
  const isSafe = wallets + passkeys > 1
  return (
    <InlineNotice
      tone={isSafe ? 'verified' : 'attention'}
      title={t('lost.ways.some', {
        wallets: t('lost.ways.wallets', { count: wallets }),
        passkeys: t('lost.ways.passkeys', { count: passkeys }),
      })}
    >
      <p>{isSafe ? t('lost.ways.safe') : t('lost.ways.alone')}</p>
      {!isSafe && (
        <p className="flex flex-wrap gap-x-5 gap-y-1">
          <TextLink href={frontEndPagePaths.passkeys}>
            {passkeys > 0 ? t('lost.ways.addAnotherPasskey') : t('lost.ways.addPasskey')}
          </TextLink>
          <TextLink href={frontEndPagePaths.wallets}>
            {wallets > 0 ? t('lost.ways.linkAnotherWallet') : t('lost.ways.linkWallet')}
          </TextLink>
        </p>
      )}
    </InlineNotice>
  )
}
