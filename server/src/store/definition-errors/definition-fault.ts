// One thing that is wrong with a definition, by a code of the catalogue: the command line reads the words, the screens have their own.
import { definitionFaults, fillFault } from '@countersign/api/definition-faults'
import type { DefinitionFaultCode, FaultValues } from '@countersign/api/definition-faults'

/** One thing that is wrong with a definition. */
export interface DefinitionFault {
  /** Where: `redirectUris[1]`. */
  path: string
  /** What is wrong and what is allowed, to be read after the path. */
  message: string
}

/** A fault as one line. */
export const formatFault = ({ path, message }: DefinitionFault): string =>
  path === '' ? message : `${path}: ${message}`

/** What is wrong, wherever that is. */
export interface ToldFault {
  code: DefinitionFaultCode
  values: FaultValues
}

/** One thing that is wrong with a definition itself, wherever it was written. */
export type CodedFault = DefinitionFault & ToldFault

/** Says what is wrong by its code. */
export const tell = (code: DefinitionFaultCode, values: Readonly<Record<string, string | number>> = {}): ToldFault => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

/** What is wrong, in words. */
export const messageOf = ({ code, values }: ToldFault): string => fillFault(definitionFaults[code], values)

/** Says that something is wrong at a place. */
export const faultAt = (path: string, told: ToldFault): CodedFault => ({ path, message: messageOf(told), ...told })
