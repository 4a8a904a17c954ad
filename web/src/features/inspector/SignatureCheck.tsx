// What the signature is, who made it, and whether that is the address in the message.
import type { SignatureFinding } from '@countersign/inspector/findings'
import { Address, FullAddress } from '../../ui/Address.tsx'
import { useTranslations } from 'use-intl'
import { Outcome } from './Outcome.tsx'
import { Exact, Pair, Part } from './Part.tsx'

/** The forms that a contract wallet may answer with as well. */
const ofContracts: readonly SignatureFinding['form'][] = ['plain', 'compact', 'wrapped', 'other']

export function SignatureCheck({ signature }: { signature: SignatureFinding }) {
  const t = useTranslations()
  const { form, bytes, v, flaws, wrapper, signer, matches } = signature
  return (
    <Part title={t('inspector.signatureTitle')}>
      <Outcome
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
      {matches !== true && ofContracts.includes(form) && (
        <p className="text-small">{t('inspector.signatureContract')}</p>
      )}
      <dl className="grid gap-3">
        <Pair name={t(`inspector.forms.${form}.title`)}>
          {t(`inspector.forms.${form}.text`)}{' '}
          <span className="text-soft">{t('inspector.bytes', { count: bytes })}</span>
          {v !== null && <span className="text-soft"> · v = {v}</span>}
        </Pair>
        {signer !== null && (
          <Pair name={t('inspector.signer')}>
            <Address address={signer} rosetteSize={40} />
            <div className="mt-2">
              <FullAddress address={signer} />
            </div>
          </Pair>
        )}
        {wrapper && (
          <>
            <Pair name={t('inspector.wrapper.factory')}>
              <FullAddress address={wrapper.factory} />
            </Pair>
            <Pair name={t('inspector.wrapper.factoryData')}>
              {t('inspector.bytes', { count: wrapper.factoryDataBytes })}
            </Pair>
            <Pair name={t('inspector.wrapper.inner')}>
              <Exact>{wrapper.inner}</Exact>
            </Pair>
          </>
        )}
      </dl>
      {flaws.length > 0 && (
        <ul className="grid gap-1">
          {flaws.map((flaw) => (
            <li key={flaw}>
              <Outcome isGood={false} text={t(`inspector.flaws.${flaw}`)} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
