// Brings the logo that an operator names: a file on this machine, or an address on the web.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DefinitionFault } from '../protocol/applications/definition.ts'
import { fetchLogo, readLogo } from '../protocol/applications/logo.ts'
import type { Logo, LogoReading } from '../protocol/applications/logo.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import type { CommandWorld } from './application-command.ts'

/**
 * @param place a path or an address; null or empty for no logo, undefined where nothing is said of it
 * @param folder where a path starts from
 */
export async function bringLogo(
  { settings }: Pick<CommandWorld, 'settings'>,
  place: string | null | undefined,
  folder: string,
): Promise<{ logo: Logo | null | undefined; faults: DefinitionFault[] }> {
  if (place === undefined) return { logo: undefined, faults: [] }
  if (place === null || place === '') return { logo: null, faults: [] }
  const reading = /^https?:/.test(place)
    ? await fetchLogo(createOutbound(settings), place, settings.limits)
    : await readFile(resolve(folder, place), settings.limits)
  return 'fault' in reading
    ? { logo: undefined, faults: [{ path: 'logo', message: reading.fault }] }
    : { logo: reading.logo, faults: [] }
}

async function readFile(path: string, limits: CommandWorld['settings']['limits']): Promise<LogoReading> {
  let bytes: Buffer
  try {
    // A file that is too large is not read into memory to learn that.
    if (statSync(path).size > limits.logoBytes)
      return { fault: `The file ${path} is larger than ${limits.logoBytes} bytes (COUNTERSIGN_LOGO_BYTES).` }
    bytes = readFileSync(path)
  } catch {
    return { fault: `The file ${path} cannot be read.` }
  }
  return readLogo(bytes, limits)
}
