// The image that the files in deploy/ start, as the tests of these files see it: its settings, and what a server with them says to an environment.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseServerSettings } from '../../server/src/platform/parse-server-settings.ts'
import type { ServerSettings } from '../../server/src/platform/server-setting-definitions.ts'
import { parseContainerImageConfig } from '../release/parse-dockerfile.ts'

const root = join(import.meta.dirname, '../..')

export const readFileInDeployFolder = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8')

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** The name that the image has where it was loaded or built. */
export const containerImageName = `countersign:${version}`

export const containerImageConfig = parseContainerImageConfig(readFileSync(join(root, 'Dockerfile'), 'utf8'), {
  VERSION: version,
  COMMIT: '',
})

/** The user of the image, as a number; its group is the same. */
export const containerImageUserId = Number(containerImageConfig.User.split(':')[0])

/**
 * The settings of a server in a container of the image.
 * @param environment that it is given beside the image's
 * @param file what its settings file says
 * @throws SettingsError where the server would refuse to start
 */
export function readContainerServerSettings(
  environment: Readonly<Record<string, string>>,
  file?: object,
): ServerSettings {
  const ofTheImage = Object.fromEntries(containerImageConfig.Env.map((line) => line.split('=') as [string, string]))
  return parseServerSettings({ ...ofTheImage, ...environment }, file).settings
}
