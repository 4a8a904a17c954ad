import { useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { getWalletAddressNamespace } from '../wallet/get-wallet-address-namespace.ts'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { useTranslations } from 'use-intl'
import type { ChainNamespace } from '@countersign/message/message-layout'
import { translateMessageList, translateServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { FocusablePanelHeading } from '../proof-flow/FocusablePanelHeading.tsx'
import { TimeLeft } from '../proof-flow/WalletProofSigningPanel.tsx'
import type { WalletProofTextPlaceholders } from '../proof-flow/wallet-proof-text-placeholders.ts'
import { pickConnectedWalletFields } from '../wallet/wallet-proof-phases.ts'
import type { WalletMessageToSign } from '../wallet/wallet-proof-phases.ts'
import type { SameBrowserWalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'
import { describeManualSigningRefusal, getManualSigningTitle } from './describe-manual-signing-phase.ts'
import type { ManualMessagePhase } from './describe-manual-signing-phase.ts'
import { MessageToCopy } from './MessageToCopy.tsx'
import { PastedTextField } from './PastedTextField.tsx'
import { useSignatureInput } from './use-signature-input.ts'
import type { SignatureProblem } from './use-signature-input.ts'

interface ManualSignatureFormProps {
  phase: ManualMessagePhase
  subject: WalletProofTextPlaceholders
  purpose: SameBrowserWalletProofPurpose['for']
  onSign: (signature: string) => void
  onChangeAddress: () => void
  onCancel: () => void
}

export function ManualSignatureForm({
  phase,
  subject,
  purpose,
  onSign,
  onChangeAddress,
  onCancel,
}: ManualSignatureFormProps) {
  const t = useTranslations()
  const draft = getDraft(phase)
  const isSubmitted = phase.at === 'checking'
  return (
    <div className="grid content-start gap-4">
      <div className="grid gap-1">
        <FocusablePanelHeading title={getManualSigningTitle(phase, t, subject)} />
        <p className="text-soft">{t('manualSigning.message.text')}</p>
      </div>
      <InlineNotice tone="attention" title={t('manualSigning.warning.title')}>
        <p>{t(`manualSigning.warning.${purpose}`)}</p>
      </InlineNotice>
      {draft === null ? (
        <>
          <div className="skeleton h-70 rounded-sheet bg-sunk" />
          <Button onClick={onCancel}>{t('signIn.cancel')}</Button>
        </>
      ) : (
        <>
          <MessageToCopy draft={draft} onChangeAddress={isSubmitted ? null : onChangeAddress} />
          <SigningHints namespace={getWalletAddressNamespace(draft.address)} />
          <SignatureFields
            // A signature belongs to one message.
            key={draft.text}
            draft={draft}
            subject={subject}
            isSubmitted={isSubmitted}
            onSign={onSign}
            onCancel={onCancel}
          />
        </>
      )}
    </div>
  )
}

function getDraft(phase: ManualMessagePhase): WalletMessageToSign | null {
  if ('draft' in phase) return phase.draft
  return 'signed' in phase ? phase.signed : null
}

function SigningHints({ namespace }: { namespace: ChainNamespace }) {
  const t = useTranslations()
  return (
    <details className="text-small">
      <summary className="text-soft">{t('manualSigning.hints.title')}</summary>
      <ul className="mt-2 grid gap-2">
        {translateMessageList(t, `manualSigning.hints.${namespace}`).map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
    </details>
  )
}

interface SignatureFieldsProps extends Pick<ManualSignatureFormProps, 'subject' | 'onSign' | 'onCancel'> {
  draft: WalletMessageToSign
  isSubmitted: boolean
}

function SignatureFields({ draft, subject, isSubmitted, onSign, onCancel }: SignatureFieldsProps) {
  const t = useTranslations()
  const field = useRef<HTMLTextAreaElement>(null)
  const { value, problem, isChecking, change, check } = useSignatureInput()
  const isBusy = isChecking || isSubmitted
  const contractSignature = problem && 'error' in problem ? problem.contractSignature : undefined
  const submit = async () => {
    if (isBusy) return
    const signature = await check(draft)
    if (signature === null) field.current?.focus()
    else onSign(signature)
  }
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <PastedTextField
        ref={field}
        label={t('manualSigning.signature.label')}
        hint={t('manualSigning.signature.hint')}
        fault={problem && describeSignatureProblem(problem, draft, t, subject)}
        rows={3}
        value={value}
        onChange={change}
      />
      <p className="text-small">
        <TimeLeft until={draft.expiresAt} />
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look="main"
          className="flex-1"
          busyLabel={isBusy ? t('proving.message.checking') : undefined}
        >
          {t('manualSigning.signature.submit')}
        </Button>
        {!isSubmitted && <Button onClick={onCancel}>{t('signIn.cancel')}</Button>}
      </div>
      {contractSignature !== undefined && !isBusy && (
        <Button look="bare" onClick={() => onSign(contractSignature)}>
          {t('manualSigning.signature.contract')}
        </Button>
      )}
    </form>
  )
}

function describeSignatureProblem(
  problem: SignatureProblem,
  draft: WalletMessageToSign,
  t: Translate,
  subject: WalletProofTextPlaceholders,
): string {
  if ('error' in problem)
    return translateServerCode(t, `manualSigning.signature.errors.${problem.error}`, {
      family: getWalletAddressNamespace(draft.address),
      address: subject.address,
      signer: shortenWalletAddress(problem.signer ?? ''),
    })
  const connected = pickConnectedWalletFields(draft)
  const { title, text } = describeManualSigningRefusal(
    { at: 'refused', connected, code: problem.refusal, signed: null },
    t,
    subject,
  )
  return `${title} ${text}`
}
