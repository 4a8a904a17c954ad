// Checks an export against its description, as a program may that reads one.
import Schema from 'typebox/schema'
import { exportDocument } from './export.ts'

/** Where a document is not as the description says; nothing where it is. */
export function findExportFaults(document: unknown): string[] {
  const [, faults] = Schema.Errors(exportDocument, document)
  return faults.map(({ instancePath, message }) => `${instancePath} ${message}`)
}
