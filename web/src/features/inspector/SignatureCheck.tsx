// What the signature is, who made it, and whether that is the address in the message.
import type { SignatureFinding } from '@countersign/inspector/inspection-findings'
import { WalletAddress, FullWalletAddress } from '../../ui/WalletAddress.tsx'
import { useTranslations } from 'use-intl'
import { CheckOutcome } from './CheckOutcome.tsx'
import { ExactText, DescriptionItem, FindingsSection } from './FindingsSection.tsx'

/** The forms that a contract wallet may answer with as well. */
const contractSignatureForms: readonly SignatureFinding['form'][] = ['plain', 'compact', 'wrapped', 'other']

export function SignatureCheck({ signature }: { signature: SignatureFinding }) {
  const t = useTranslations()
  const { form, bytes, v, flaws, wrapper, signer, matches } = signature
  return (
    <FindingsSection title={t('inspector.signatureTitle')}>
      <CheckOutcome
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
        <DescriptionItem name={t(`inspector.forms.${form}.title`)}>
          {t(`inspector.forms.${form}.text`)}{' '}
          <span className="text-soft">{t('inspector.bytes', { count: bytes })}</span>
          {v !== null && <span className="text-soft"> · v = {v}</span>}
        </DescriptionItem>
        {signer !== null && (
          <DescriptionItem name={t('inspector.signer')}>
            <WalletAddress address={signer} rosetteSize={40} />
            <div className="mt-2">
              <FullWalletAddress address={signer} />
            </div>
          </DescriptionItem>
        )}
        {wrapper && (
          <>
            <DescriptionItem name={t('inspector.wrapper.factory')}>
              <FullWalletAddress address={wrapper.factory} />
            </DescriptionItem>
            <DescriptionItem name={t('inspector.wrapper.factoryData')}>
              {t('inspector.bytes', { count: wrapper.factoryDataBytes })}
            </DescriptionItem>
            <DescriptionItem name={t('inspector.wrapper.inner')}>
              <ExactText>{wrapper.inner}</ExactText>
            </DescriptionItem>
          </>
        )}
      </dl>
      {flaws.length > 0 && (
        <ul className="grid gap-1">
          {flaws.map((flaw) => (
            <li key={flaw}>
              <CheckOutcome isGood={false} text={t(`inspector.flaws.${flaw}`)} />
            </li>
          ))}
        </ul>
      )}
    </FindingsSection>
  )
}
