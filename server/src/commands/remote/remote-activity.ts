// `countersign activity export FILE --server ADDRESS`: the activity of all, as a file on this machine.
import { createWriteStream, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { readArguments, refused } from '../application-command.ts'
import { printable } from './printable.ts'
import type { RemoteCommand } from './remote-command.ts'

export const activityExportUsage =
  'activity export FILE --server ADDRESS [--format jsonl|csv] [--type TYPES] [--from TIME] [--to TIME]'
const options = {
  format: { type: 'string' },
  type: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
} as const

export const remoteActivityExport: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, { usage: activityExportUsage, options, count: 1 })
  if (given === null) return 2
  const path = given.operands[0] as string
  const { format = 'jsonl', ...filter } = given.values
  if (format !== 'jsonl' && format !== 'csv') {
    console.error(`--format is "${printable(format)}"; allowed are jsonl and csv.`)
    return 2
  }
  const pieces = await server.download('exportEvents', { query: { ...filter, format } })
  try {
    // It has what people signed: nobody else's to read, and nothing that is there already is lost to it.
    await pipeline(pieces, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      return refused(`${printable(path)} is there already, and is left as it is.`)
    rmSync(path, { force: true })
    return refused(`The file did not arrive whole, and nothing of it is kept: ${printable((error as Error).message)}`)
  }
  console.log(`Wrote the activity to ${printable(path)}.`)
  return 0
}
