// Somebody is signed in here already: says who, and lets them go on or take another wallet.
import { useTranslations } from 'use-intl'
import { Address } from '../ui/Address.tsx'
import { Button } from '../ui/Button.tsx'
import { Sheet } from '../ui/Section.tsx'
import type { SignedInPerson } from '../wallet/states.ts'
import { StageHeading } from './StageHeading.tsx'
import type { Sentences } from './subject.ts'

interface AlreadySignedInProps {
  person: SignedInPerson
  sentences: Sentences
  onContinue: () => void
  onOther: () => void
}

export function AlreadySignedIn({ person, sentences: { title, text }, onContinue, onOther }: AlreadySignedInProps) {
  const t = useTranslations()
  return (
    <>
      <div className="grid gap-1">
        <StageHeading title={title} />
        <p className="text-soft">{text}</p>
      </div>
      {person.address !== null && (
        <Sheet className="px-4 py-3">
          <Address address={person.address} />
        </Sheet>
      )}
      <div className="grid gap-2">
        <Button look="main" onClick={onContinue}>
          {t('proving.already.main')}
        </Button>
        <Button onClick={onOther}>{t('proving.already.other')}</Button>
      </div>
    </>
  )
}
