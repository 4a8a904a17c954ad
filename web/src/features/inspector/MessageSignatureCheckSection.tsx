import type { MessageSignatureFinding } from '@countersign/inspector/message-inspection-findings'
import { WalletAddress, FullWalletAddress } from '../../ui/WalletAddress.tsx'
import { useTranslations } from 'use-intl'
import { MessageInspectorCheckResult } from './MessageInspectorCheckResult.tsx'
import {
  VerbatimMonospaceText,
  MessageInspectorResultItem,
  MessageInspectorResultSection,
} from './MessageInspectorResultSection.tsx'

const contractSignatureForms: readonly MessageSignatureFinding['form'][] = ['plain', 'compact', 'wrapped', 'other']

export function MessageSignatureCheckSection({ signature }: { signature: MessageSignatureFinding }) {
  const t = useTranslations()
  const { form, bytes, v, flaws, wrapper, signer, matches } = signature
  return (
    <MessageInspectorResultSection title={t('inspector.signatureTitle')}>
      <MessageInspectorCheckResult
        isGood={matches === true}
        text={
          matches === null
            ? t('inspector.signatureUnread')
            : matches
              ? t('inspector.signatureMatches')
              : t('inspector.signatureDiffers')
        }
      />
      {matches === false && <p className="text-small">{t('inspector.signatureDiffersWhy')}</p>}
      {matches !== true && contractSignatureForms.includes(form) && (
        <p className="text-small">{t('inspector.signatureContract')}</p>
      )}
      <dl className="grid gap-3">
        <MessageInspectorResultItem name={t(`inspector.forms.${form}.title`)}>
          {t(`inspector.forms.${form}.text`)}{' '}
          <span className="text-soft">{t('inspector.bytes', { count: bytes })}</span>
          {v !== null && <span className="text-soft"> · v = {v}</span>}
        </MessageInspectorResultItem>
        {signer !== null && (
          <MessageInspectorResultItem name={t('inspector.signer')}>
            <WalletAddress address={signer} rosetteSize={40} />
            {/* A match is the address in the message, which "What it says" shows in full. */}
            {matches !== true && (
              <div className="mt-2">
                <FullWalletAddress address={signer} />
              </div>
            )}
          </MessageInspectorResultItem>
        )}
        {wrapper && (
          <>
            <MessageInspectorResultItem name={t('inspector.wrapper.factory')}>
              <FullWalletAddress address={wrapper.factory} />
            </MessageInspectorResultItem>
            <MessageInspectorResultItem name={t('inspector.wrapper.factoryData')}>
              {t('inspector.bytes', { count: wrapper.factoryDataBytes })}
            </MessageInspectorResultItem>
            <MessageInspectorResultItem name={t('inspector.wrapper.inner')}>
              <VerbatimMonospaceText>{wrapper.inner}</VerbatimMonospaceText>
            </MessageInspectorResultItem>
          </>
        )}
      </dl>
      {flaws.length > 0 && (
        <ul className="grid gap-1">
          {flaws.map((flaw) => (
            <li key={flaw}>
              <MessageInspectorCheckResult isGood={false} text={t(`inspector.flaws.${flaw}`)} />
            </li>
          ))}
        </ul>
      )}
    </MessageInspectorResultSection>
  )
}
