// What the signature is, who made it, and whether that is the address in the message.
import type { SignatureFinding } from '@countersign/inspector/findings'
import { Address, FullAddress } from '../../ui/Address.tsx'
import { useChapter } from '../../words/use-words.ts'
import { Outcome } from './Outcome.tsx'
import { Exact, Pair, Part } from './Part.tsx'

/** The forms that a contract wallet may answer with as well. */
const ofContracts: readonly SignatureFinding['form'][] = ['plain', 'compact', 'wrapped', 'other']

export function SignatureCheck({ signature }: { signature: SignatureFinding }) {
  const words = useChapter('inspector')
  const { form, bytes, v, flaws, wrapper, signer, matches } = signature
  return (
    <Part title={words.signatureTitle}>
      <Outcome
        isGood={matches === true}
        text={matches === null ? words.signatureUnread : matches ? words.signatureMatches : words.signatureDiffers}
      />
      {matches === false && <p className="text-small">{words.signatureDiffersWhy}</p>}
      {matches !== true && ofContracts.includes(form) && <p className="text-small">{words.signatureContract}</p>}
      <dl className="grid gap-3">
        <Pair name={words.forms[form].title}>
          {words.forms[form].text} <span className="text-soft">{words.bytes(bytes)}</span>
          {v !== null && <span className="text-soft"> · v = {v}</span>}
        </Pair>
        {signer !== null && (
          <Pair name={words.signer}>
            <Address address={signer} rosetteSize={40} />
            <div className="mt-2">
              <FullAddress address={signer} />
            </div>
          </Pair>
        )}
        {wrapper && (
          <>
            <Pair name={words.wrapper.factory}>
              <FullAddress address={wrapper.factory} />
            </Pair>
            <Pair name={words.wrapper.factoryData}>{words.bytes(wrapper.factoryDataBytes)}</Pair>
            <Pair name={words.wrapper.inner}>
              <Exact>{wrapper.inner}</Exact>
            </Pair>
          </>
        )}
      </dl>
      {flaws.length > 0 && (
        <ul className="grid gap-1">
          {flaws.map((flaw) => (
            <li key={flaw}>
              <Outcome isGood={false} text={words.flaws[flaw]} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
