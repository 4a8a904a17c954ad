// The rules between settings: what each allows alone, but not together.
import {
  capSettingBySettingName,
  toSettingEnvironmentVariable,
  getParsedChainSettings,
} from './server-setting-definitions.ts'

/** Rules between settings. */
export function validateServerSettingCombinations(values: ReadonlyMap<string, unknown>, errors: string[]): void {
  for (const [name, cap] of Object.entries(capSettingBySettingName)) {
    const [value, most] = [values.get(name) as number, values.get(cap) as number]
    if (value > most)
      errors.push(
        `${toSettingEnvironmentVariable(name)} (${value}) must not be larger than ${toSettingEnvironmentVariable(cap)} (${most}).`,
      )
  }
  validateReplica(values, errors)
  validateMail(values, errors)
  const allowedIds = values.get('chainIds') as string[]
  for (const { id } of getParsedChainSettings(values)) {
    if (!allowedIds.includes(id))
      errors.push(
        `${toSettingEnvironmentVariable('chains')} names chain ${id}, which ${toSettingEnvironmentVariable('chainIds')} does not let a message name.`,
      )
  }
  const [body, message, signature] = ['bodyBytes', 'messageBytes', 'signatureBytes'].map(
    (name) => values.get(name) as number,
  ) as [number, number, number]
  if (body < message + signature) {
    errors.push(
      `${toSettingEnvironmentVariable('bodyBytes')} (${body}) must have room for ${toSettingEnvironmentVariable('messageBytes')} (${message}) and ${toSettingEnvironmentVariable('signatureBytes')} (${signature}).`,
    )
  }
}

/** An SQLite file has no replica, and a database is none of itself. */
function validateReplica(values: ReadonlyMap<string, unknown>, errors: string[]): void {
  const [database, replica] = [String(values.get('database')), String(values.get('databaseReplica'))]
  if (replica === '') return
  if (database.startsWith('sqlite:'))
    errors.push(
      `${toSettingEnvironmentVariable('databaseReplica')} needs a PostgreSQL in ${toSettingEnvironmentVariable('database')}, such as postgres://countersign@db.example/countersign: an SQLite file has no replica.`,
    )
  else if (replica === database)
    errors.push(
      `${toSettingEnvironmentVariable('databaseReplica')} is the same address as ${toSettingEnvironmentVariable('database')}; name another server that follows it, or leave it out.`,
    )
}

/** A mail server needs to know from whom; and no password goes in clear to another machine. */
function validateMail(values: ReadonlyMap<string, unknown>, errors: string[]): void {
  const textOfSetting = (name: string): string => String(values.get(name))
  const host = textOfSetting('smtpHost')
  if (host !== '' && textOfSetting('smtpFrom') === '')
    errors.push(
      `${toSettingEnvironmentVariable('smtpFrom')} must be set where ${toSettingEnvironmentVariable('smtpHost')} is: mail has to come from an address.`,
    )
  const isClear = textOfSetting('smtpTls') === 'none' && !/^(localhost|127\..*|::1)$/.test(host)
  if (textOfSetting('smtpUser') !== '' && isClear)
    errors.push(
      `${toSettingEnvironmentVariable('smtpTls')} must not be none where ${toSettingEnvironmentVariable('smtpUser')} is set: the password would go to ${host} in clear.`,
    )
}

/** Whoever lets other machines in has to say where these reach the server: at `localhost` none of them does. */
export function addUnsetOriginErrorUnlessLoopback(values: ReadonlyMap<string, unknown>, errors: string[]): void {
  const [host, origin] = [String(values.get('host')), String(values.get('origin'))]
  if (/^127\.|^::1$/.test(host)) return
  errors.push(
    `${toSettingEnvironmentVariable('origin')} is not set, although ${toSettingEnvironmentVariable('host')} (${host}) lets other machines in; ` +
      `set it to the address that people open, such as https://sign-in.example, or to ${origin} to try it on this machine.`,
  )
}
