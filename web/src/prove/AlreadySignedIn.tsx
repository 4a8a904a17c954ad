// Somebody is signed in here already: says who, and lets them go on or take another wallet.
import { Address } from '../ui/Address.tsx'
import { Button } from '../ui/Button.tsx'
import { Sheet } from '../ui/Section.tsx'
import { shortAddress } from '../ui/address-form.ts'
import type { SignedInPerson } from '../wallet/states.ts'
import type { ProvingWords } from '../words/shape.ts'
import { StageHeading } from './StageHeading.tsx'

interface AlreadySignedInProps {
  person: SignedInPerson
  words: ProvingWords['already']
  onContinue: () => void
  onOther: () => void
}

/** What somebody is called here; null for who has no name and no wallet. */
export const nameOf = ({ name, address }: SignedInPerson): string | null => name ?? (address && shortAddress(address))

export function AlreadySignedIn({ person, words, onContinue, onOther }: AlreadySignedInProps) {
  return (
    <>
      <div className="grid gap-1">
        <StageHeading title={words.title(nameOf(person))} />
        <p className="text-soft">{words.text}</p>
      </div>
      {person.address !== null && (
        <Sheet className="px-4 py-3">
          <Address address={person.address} />
        </Sheet>
      )}
      <div className="grid gap-2">
        <Button look="main" onClick={onContinue}>
          {words.main}
        </Button>
        <Button onClick={onOther}>{words.other}</Button>
      </div>
    </>
  )
}
