// Under what a person is about to allow: as whom they do it, and the way to do it as somebody else.
import { rosetteIdentifier } from '../ui/Address.tsx'
import { Rosette } from '../ui/Rosette.tsx'
import { shortAddress } from '../ui/short-address.ts'
import { TextLink } from '../ui/TextLink.tsx'
import { useChapter } from '../words/use-words.ts'

/** @param address of the wallet that is signed in */
export function SignedInAs({ address, another }: { address: string; another: { href: string; label: string } }) {
  const words = useChapter('applications').consent
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-sunk px-5 py-3 text-small">
      <p className="flex items-center gap-2">
        <Rosette identifier={rosetteIdentifier(address)} size={24} />
        <span>
          <span className="text-soft">{words.signedInAs}</span> <span className="font-mono text-caption whitespace-nowrap">{shortAddress(address)}</span>
        </span>
      </p>
      <TextLink href={another.href}>{another.label}</TextLink>
    </div>
  )
}
