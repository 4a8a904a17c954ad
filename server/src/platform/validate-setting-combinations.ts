// The rules between settings: what each allows alone, but not together.
import { defaultCappedBy, toVariableName, getChainSettings } from './setting-definitions.ts'

/** Rules between settings. */
export function validateCombinations(values: ReadonlyMap<string, unknown>, errors: string[]): void {
  for (const [name, cap] of Object.entries(defaultCappedBy)) {
    const [value, most] = [values.get(name) as number, values.get(cap) as number]
    if (value > most)
      errors.push(`${toVariableName(name)} (${value}) must not be larger than ${toVariableName(cap)} (${most}).`)
  }
  validateReplica(values, errors)
  validateMail(values, errors)
  const allowedIds = values.get('chainIds') as string[]
  for (const { id } of getChainSettings(values)) {
    if (!allowedIds.includes(id))
      errors.push(
        `${toVariableName('chains')} names chain ${id}, which ${toVariableName('chainIds')} does not let a message name.`,
      )
  }
  const [body, message, signature] = ['bodyBytes', 'messageBytes', 'signatureBytes'].map(
    (name) => values.get(name) as number,
  ) as [number, number, number]
  if (body < message + signature) {
    errors.push(
      `${toVariableName('bodyBytes')} (${body}) must have room for ${toVariableName('messageBytes')} (${message}) and ${toVariableName('signatureBytes')} (${signature}).`,
    )
  }
}

/** An SQLite file has no replica, and a database is none of itself. */
function validateReplica(values: ReadonlyMap<string, unknown>, errors: string[]): void {
  const [database, replica] = [String(values.get('database')), String(values.get('databaseReplica'))]
  if (replica === '') return
  if (database.startsWith('sqlite:'))
    errors.push(
      `${toVariableName('databaseReplica')} needs a PostgreSQL in ${toVariableName('database')}, such as postgres://countersign@db.example/countersign: an SQLite file has no replica.`,
    )
  else if (replica === database)
    errors.push(
      `${toVariableName('databaseReplica')} is the same address as ${toVariableName('database')}; name another server that follows it, or leave it out.`,
    )
}

/** A mail server needs to know from whom; and no password goes in clear to another machine. */
function validateMail(values: ReadonlyMap<string, unknown>, errors: string[]): void {
  const textOfSetting = (name: string): string => String(values.get(name))
  const host = textOfSetting('smtpHost')
  if (host !== '' && textOfSetting('smtpFrom') === '')
    errors.push(
      `${toVariableName('smtpFrom')} must be set where ${toVariableName('smtpHost')} is: mail has to come from an address.`,
    )
  const isClear = textOfSetting('smtpTls') === 'none' && !/^(localhost|127\..*|::1)$/.test(host)
  if (textOfSetting('smtpUser') !== '' && isClear)
    errors.push(
      `${toVariableName('smtpTls')} must not be none where ${toVariableName('smtpUser')} is set: the password would go to ${host} in clear.`,
    )
}

/** Whoever lets other machines in has to say where these reach the server: at `localhost` none of them does. */
export function validateDefaultOrigin(values: ReadonlyMap<string, unknown>, errors: string[]): void {
  const [host, origin] = [String(values.get('host')), String(values.get('origin'))]
  if (/^127\.|^::1$/.test(host)) return
  errors.push(
    `${toVariableName('origin')} is not set, although ${toVariableName('host')} (${host}) lets other machines in; ` +
      `set it to the address that people open, such as https://sign-in.example, or to ${origin} to try it on this machine.`,
  )
}
