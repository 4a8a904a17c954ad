import { useTranslations } from 'use-intl'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { WalletAddress } from '../../../ui/WalletAddress.tsx'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import type { WalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'
import type { WalletMessageToSign } from '../wallet/wallet-proof-phases.ts'
import { findChainName } from './find-chain-name.ts'
import { maxShownCodeLength, shortenOneTimeCode } from './shorten-one-time-code.ts'
import { ScrollableMessageBox } from './ScrollableMessageBox.tsx'

/** The scroll margin keeps a focused button above the sticky buttons (WCAG 2.2 §2.4.11). */
const linkLook =
  'min-h-8 scroll-mb-36 justify-self-start rounded-control text-small text-seal underline decoration-1 underline-offset-4 pointer-coarse:min-h-11'

interface SignInMessageDocumentProps {
  draft: WalletMessageToSign
  purpose: WalletProofPurpose['for']
}

export function SignInMessagePreview({
  draft: { message, text, expiresAt, chainName },
  purpose,
}: SignInMessageDocumentProps) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const name = chainName ?? findChainName(message.chainId)
  // Bitcoin's chain id is a hash, so it is shown only in the exact text.
  const isHash = message.chainId.length === 32
  const [isExact, setIsExact] = useState(false)
  const content = useId()
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(expiresAt)
  return (
    <div className="grid gap-3 px-4 py-4">
      <ScrollableMessageBox id={content} label={t('proving.message.document')} isPlain={isExact}>
        {isExact ? (
          <ExactMessageText text={text} />
        ) : (
          <div className="grid gap-4">
            {message.statement !== undefined && (
              <p translate="no" className="font-serif text-lead">
                {message.statement}
              </p>
            )}
            <dl className="grid gap-1.5 text-small">
              <DescriptionItem label={t('proving.message.site')}>
                <span translate="no" className="font-semibold [overflow-wrap:anywhere]">
                  {message.domain}
                </span>
              </DescriptionItem>
              <DescriptionItem label={t('proving.message.address')}>
                <WalletAddress address={message.address} rosetteSize={24} />
              </DescriptionItem>
              <DescriptionItem label={t('proving.message.allows')}>
                {t(`proving.message.allowsText.${purpose}`)}
              </DescriptionItem>
              {message.resources && (
                <DescriptionItem label={t('proving.message.bound')}>{t('proving.message.boundText')}</DescriptionItem>
              )}
              <DescriptionItem label={t('proving.message.chain')}>
                {name === null
                  ? message.chainId
                  : isHash
                    ? name
                    : t('proving.message.chainName', { name, id: message.chainId })}
              </DescriptionItem>
              <DescriptionItem label={t('proving.message.until')}>
                <time dateTime={message.expirationTime}>{time}</time>
              </DescriptionItem>
              <OneTimeCode code={message.nonce} />
            </dl>
          </div>
        )}
      </ScrollableMessageBox>
      <button
        type="button"
        aria-expanded={isExact}
        aria-controls={content}
        onClick={() => setIsExact(!isExact)}
        className={linkLook}
      >
        {isExact ? t('proving.message.hideText') : t('proving.message.showText')}
      </button>
    </div>
  )
}

export function ExactMessageText({ text }: { text: string }) {
  const t = useTranslations()
  return (
    <figure className="grid gap-2">
      <figcaption className="text-caption text-soft">{t('proving.message.exactText')}</figcaption>
      <pre translate="no" className="font-mono text-caption whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </pre>
    </figure>
  )
}

/** Long codes are shortened until the person asks for the whole code. */
function OneTimeCode({ code }: { code: string }) {
  const t = useTranslations()
  const [isWhole, setIsWhole] = useState(false)
  const id = useId()
  const isLong = code.length > maxShownCodeLength
  return (
    <DescriptionItem label={t('proving.message.nonce')} labelId={`${id}label`}>
      <span className="flex flex-wrap items-center gap-x-3">
        <code id={id} translate="no" className="font-mono text-caption [overflow-wrap:anywhere]">
          {isLong && !isWhole ? shortenOneTimeCode(code) : code}
        </code>
        {isLong && (
          <button
            id={`${id}toggle`}
            type="button"
            aria-expanded={isWhole}
            aria-controls={id}
            aria-labelledby={`${id}toggle ${id}label`}
            onClick={() => setIsWhole(!isWhole)}
            className={linkLook}
          >
            {isWhole ? t('proving.message.hideCode') : t('proving.message.showCode')}
          </button>
        )}
      </span>
    </DescriptionItem>
  )
}

function DescriptionItem({ label, labelId, children }: { label: string; labelId?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5rem_1fr] items-center gap-x-2 sm:grid-cols-[6.5rem_1fr] sm:gap-x-3">
      <dt id={labelId} className="text-caption text-soft">
        {label}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
