// The places over which a sum adds up: tokens, and the coins of chains.
import { useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { emptyPlace } from './rule-draft.ts'
import type { SumPlace } from './rule-draft.ts'
import { sayFaults } from './rule-faults.ts'
import type { Fault } from './rule-faults.ts'

interface SumPlacesProps {
  places: readonly SumPlace[]
  path: string
  faults: readonly Fault[]
  onChange: (places: readonly SumPlace[]) => void
}

export function SumPlaces({ places, path, faults, onChange }: SumPlacesProps) {
  const words = useChapter('adminGroups').builder
  const add = useRef<HTMLSpanElement>(null)
  const own = faults.filter((fault) => fault.path === path)
  const saidAt = (place: string): string | null => {
    const found = faults.find((fault) => fault.path === place)
    return found === undefined ? null : words.fault(found)
  }
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      {places.map((place, index) => (
        <div
          key={place.key}
          role="group"
          aria-label={words.place(index + 1)}
          className="grid min-w-0 grid-cols-1 gap-3 border-l-2 border-line pl-3"
        >
          <PlaceFields
            place={place}
            expects="either"
            chainFault={sayFaults(faults, `${path}[${index}].chain`, words.fault)}
            contractFault={sayFaults(faults, `${path}[${index}].contract`, words.fault) ?? saidAt(`${path}[${index}]`)}
            onChange={(next) => onChange(places.with(index, { ...next, key: place.key }))}
          />
          <span>
            <Button
              small
              look="bare"
              aria-label={words.removePlace(index + 1)}
              onClick={() => {
                onChange(places.toSpliced(index, 1))
                // The button that was pressed goes with its place.
                add.current?.querySelector('button')?.focus()
              }}
            >
              {words.remove}
            </Button>
          </span>
        </div>
      ))}
      <p role="alert" className="text-small text-red empty:hidden">
        {own.map(words.fault).join('; ')}
      </p>
      <span ref={add} className="justify-self-start">
        <Button small onClick={() => onChange([...places, emptyPlace()])}>
          {words.addPlace}
        </Button>
      </span>
    </div>
  )
}
