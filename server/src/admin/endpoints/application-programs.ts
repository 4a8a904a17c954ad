// Known programs as the console offers them, and the settings of the one that an application is. Their data is loaded when somebody asks
// (lazy loading). The example application comes beside them where this server is being tried out.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { ApplicationDefinition } from '../../store/applications/definition.ts'
import { isLocalOrigin } from '../../platform/settings.ts'

type Presets = AdminAnswer<'readPresets'>['programs']
type Setting = AdminAnswer<'readApplication'>['paste'][number]

const load = async () => ({
  ...(await import('../../oidc/presets/all.ts')),
  ...(await import('../../oidc/presets/fill-in.ts')),
  ...(await import('../../oidc/presets/recognise.ts')),
})

/** The application in examples/, and where it runs unless it is told otherwise. */
const exampleId = 'countersign-example'
const exampleAddress = 'http://localhost:3001'

const example: Presets[number] = {
  id: exampleId,
  name: 'Example application (for trying it out)',
  about:
    'Comes with Countersign and runs beside it on this machine: a sign-in to look at, where there is no application at hand yet.',
  kind: 'web',
  asks: [],
  definition: {
    id: exampleId,
    name: 'Example application',
    kind: 'web',
    uri: `${exampleAddress}/`,
    redirectUris: [`${exampleAddress}/callback`],
    postLogoutUris: [`${exampleAddress}/`],
    backchannelLogoutUri: `${exampleAddress}/backchannel-logout`,
    scopes: ['openid', 'profile', 'wallet', 'proof', 'offline_access'],
  },
}

/** What is known of each, as the console begins an application with it; the example where this server is being tried out. */
export async function programsFor(origin: string): Promise<Presets> {
  const { allPrograms, definitionFor } = await load()
  const known = allPrograms.map((program) => ({
    id: program.id,
    name: program.name,
    about: `${program.about} Its settings stand in ${program.where}.`,
    kind: program.definition.kind,
    definition: { ...definitionFor(program, '{address}') },
    asks:
      program.address === null
        ? []
        : [
            {
              name: 'address',
              about: 'The address at which people open it, without a slash at the end.',
              example: program.address,
            },
          ],
  }))
  return isLocalOrigin(origin) ? [...known, example] : known
}

/** The settings of the program that an application is, by the names that they have there; none where it is none of these. */
export async function settingsOfProgram(
  origin: string,
  definition: ApplicationDefinition,
  secret: string | null,
): Promise<Setting[]> {
  if (definition.id === exampleId) return [exampleCommand(origin, definition, secret)]
  const { recogniseProgram, settingsFor } = await load()
  const recognised = recogniseProgram(definition)
  return recognised === undefined
    ? []
    : settingsFor(recognised.program, { origin, definition, address: recognised.address, secret })
}

function exampleCommand(origin: string, definition: ApplicationDefinition, secret: string | null): Setting {
  const address = new URL(definition.redirectUris[0] ?? exampleAddress).origin
  const environment = {
    ISSUER: origin,
    ORIGIN: address,
    CLIENT_ID: definition.id,
    CLIENT_SECRET: secret ?? 'SECRET',
  }
  const value = [
    ...Object.entries(environment).map(([name, each]) => `${name}=${each}`),
    'npx node examples/src/web.ts',
  ].join(' ')
  const where = `In a second terminal, in the folder of Countersign. Then open ${address}`
  const about =
    secret === null
      ? `${where} (SECRET stands for the client secret, which is shown once).`
      : `${where} and sign in there.`
  return { name: 'command', value, about }
}
